// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import SandglassCore

@available(*, unavailable, message: "Use Stopwatch(), and then start().")
extension Stopwatch {
  public convenience init(autostart: Bool = true, autoStart: Bool = true, started: Bool = true, running: Bool = true, startImmediately: Bool = true) { fatalError() }
  public static func started() -> Stopwatch { fatalError() }
  public static func startNew() -> Stopwatch { fatalError() }
  public static func start(_ a: Bool = true) -> Stopwatch { fatalError() }
}

@available(*, unavailable, renamed: "stop()")
extension Stopwatch {
  @discardableResult public func cancel() -> Bool { false }
  @discardableResult public func invalidate() -> Bool { false }
  @discardableResult public func suspend() -> Bool { false }
}

@available(*, unavailable, renamed: "reset()")
extension Stopwatch {
  @discardableResult public func clear() -> Bool { false }
  @discardableResult public func zero() -> Bool { false }
}

@available(*, unavailable, message: "Use reset(), and then start().")
extension Stopwatch {
  @discardableResult public func restart() -> Bool { false }
}

@available(*, unavailable, renamed: "lap()")
extension Stopwatch {
  @discardableResult public func split() -> Bool { false }
  @discardableResult public func addLap() -> Bool { false }
  @discardableResult public func takeLap() -> Bool { false }
  @discardableResult public func recordLap() -> Bool { false }
}

@available(*, unavailable, message: "Use laps.map(\\.duration).")
extension Stopwatch {
  public var lapDurations: [Duration] { fatalError() }
  public var lapTimes: [Duration] { fatalError() }
  public var splits: [Duration] { fatalError() }
}

@available(*, unavailable, renamed: "elapsed")
extension Stopwatch {
  public var elapsedTime: Duration { fatalError() }
  public var total: Duration { fatalError() }
  public var totalTime: Duration { fatalError() }
  public var time: Duration { fatalError() }
}

@available(*, unavailable, renamed: "duration")
extension StopwatchLap {
  public var time: Duration { fatalError() }
  public var elapsed: Duration { fatalError() }
  public var lapTime: Duration { fatalError() }
}

@available(*, unavailable, message: "Pass the object that the closure works on, which is held weakly: onTick(with: self) { screen, reading in }.")
extension Stopwatch {
  public var onTick: ((StopwatchReading) -> Void)? { get { fatalError() } set {} }
  public func onTick(_ body: @escaping (StopwatchReading) -> Void) {}
  public func onTick(_ body: @escaping () -> Void) {}
}
