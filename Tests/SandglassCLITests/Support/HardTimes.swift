import Testing

/// What takes the whole machine, or must be done in a short time: one test after the other.
@Suite("The program in hard times", .serialized)
enum HardTimes {}
