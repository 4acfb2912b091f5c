// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

@available(*, unavailable, renamed: "shared")
extension Timekeeper {
  public static var current: Timekeeper { fatalError() }
  public static var `default`: Timekeeper { fatalError() }
  public static var live: Timekeeper { fatalError() }
  public static var main: Timekeeper { fatalError() }
  public static var real: Timekeeper { fatalError() }
  public static var standard: Timekeeper { fatalError() }
  public static var system: Timekeeper { fatalError() }
}

@available(*, unavailable, message: "Use withTimeout(.seconds(5)) { }.")
public func withTimeout<Value>(after a: Duration = .zero, of b: Duration = .zero, for c: Duration = .zero, in d: Duration = .zero, within: Duration = .zero, duration: Duration = .zero, operation: () async throws -> Value) async throws -> Value { fatalError() }

@available(*, unavailable, message: "Use withTimeout(.seconds(5)) { }.")
public func withTimeout<Value>(seconds: Double = 0, _ a: Double = 0, after b: Double = 0, of c: Double = 0, for d: Double = 0, operation: () async throws -> Value) async throws -> Value { fatalError() }

/// The virtual time of SandglassTesting, whose own `VirtualTime` is preferred where that module is imported.
@available(*, unavailable, message: "import SandglassTesting.")
public final class VirtualTime {
  public init() {}
}
