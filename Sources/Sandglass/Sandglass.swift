// The part of SandglassCore that `import Sandglass` re-exports. The state machines, the timing wheel and the timer
// queue are available only by importing SandglassCore itself.

@_exported public import struct SandglassCore.Backoff
@_exported public import struct SandglassCore.CountdownChange
@_exported public import struct SandglassCore.CountdownEnd
@_exported public import struct SandglassCore.CountdownOptions
@_exported public import enum SandglassCore.CountdownState
@_exported public import enum SandglassCore.Milestone
@_exported public import struct SandglassCore.Moment
@_exported public import struct SandglassCore.Phase
@_exported public import struct SandglassCore.PhaseEnd
@_exported public import struct SandglassCore.ReachedMilestone
@_exported public import struct SandglassCore.Reading
@_exported public import struct SandglassCore.StopwatchLap
@_exported public import struct SandglassCore.StopwatchReading
@_exported public import struct SandglassCore.Tick
@_exported public import struct SandglassCore.TickOptions
@_exported public import struct SandglassCore.WallMoment
@_exported public import struct SandglassCore.WallTimes

// The operators on instants. Without the spaces, Swift would parse a postfix operator and reject the import.
// swift-format-ignore
@_exported public import func SandglassCore . +
// swift-format-ignore
@_exported public import func SandglassCore . -
