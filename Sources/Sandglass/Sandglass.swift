@_exported public import SandglassCore
