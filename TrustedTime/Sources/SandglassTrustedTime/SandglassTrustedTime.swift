// Clients of the clock need the value types that the clock returns.
@_exported public import SandglassTrustedTimeCore
