// What a trusted clock says, as values: whoever imports the clock sees them.
@_exported public import SandglassTrustedTimeCore
