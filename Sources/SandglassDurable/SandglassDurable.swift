// The parts of other modules that `import SandglassDurable` re-exports.

@_exported public import enum SandglassCore.CountdownState
@_exported public import struct SandglassCore.Phase
@_exported public import struct SandglassCore.PhasePlan
@_exported public import struct SandglassCore.WallMoment
@_exported public import enum SandglassDurableCore.DurableError
@_exported public import struct SandglassDurableCore.DurableEvent
@_exported public import struct SandglassDurableCore.RetryPolicy
