// Clients of the clock need the value types that it returns.
@_exported public import SandglassTrustedTimeCore
