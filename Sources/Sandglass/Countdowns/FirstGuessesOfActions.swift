// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import SandglassCore

@available(*, unavailable, message: "Use start(for: .seconds(90)).")
extension Countdown {
  @discardableResult public func start(_ a: Duration = .zero, duration: Duration = .zero, with b: Duration = .zero, from: Duration = .zero) -> Bool { false }
  @discardableResult public func start(_ a: Double = 0, duration: Double = 0, with b: Double = 0, from: Double = 0, for c: Double = 0, seconds: Double = 0) -> Bool { false }
}

@available(*, unavailable, message: "Use restart(for: .seconds(90)).")
extension Countdown {
  public func restart(_ a: Duration = .zero, duration: Duration = .zero, with b: Duration = .zero, from: Duration = .zero) {}
  public func restart(_ a: Double = 0, duration: Double = 0, with b: Double = 0, from: Double = 0, for c: Double = 0) {}
  public func reset(to a: Duration = .zero, duration: Duration = .zero) {}
  public func reset(to a: Double = 0, duration: Double = 0) {}
}

@available(*, unavailable, renamed: "start(at:)")
extension Countdown {
  @discardableResult public func start(from beginning: Moment) -> Bool { false }
}

@available(*, unavailable, renamed: "pause()")
extension Countdown {
  @discardableResult public func suspend() -> Bool { false }
}

@available(*, unavailable, renamed: "resume()")
extension Countdown {
  @discardableResult public func `continue`() -> Bool { false }
  @discardableResult public func unpause() -> Bool { false }
}

@available(*, unavailable, renamed: "toggle()")
extension Countdown {
  @discardableResult public func pauseOrResume() -> Bool { false }
  @discardableResult public func playPause() -> Bool { false }
  @discardableResult public func togglePause() -> Bool { false }
}

@available(*, unavailable, renamed: "cancel()")
extension Countdown {
  @discardableResult public func abort() -> Bool { false }
  @discardableResult public func end(_ a: Bool = true) -> Bool { false }
  @discardableResult public func invalidate() -> Bool { false }
  @discardableResult public func terminate() -> Bool { false }
}

@available(*, unavailable, message: "Use cancel(), or pause() to continue later with resume().")
extension Countdown {
  @discardableResult public func stop() -> Bool { false }
}

@available(*, unavailable, message: "Use cancel(), or restart() to begin again immediately.")
extension Countdown {
  public func reset() {}
}

@available(*, unavailable, message: "Use extend(by: .seconds(30)).")
extension Countdown {
  public func add(_ a: Duration = .zero, duration: Duration = .zero, time: Duration = .zero) {}
  public func add(_ a: Double = 0, seconds: Double = 0, time: Double = 0) {}
  public func addTime(_ a: Duration) {}
  public func addTime(_ a: Double = 0, seconds: Double = 0) {}
  public func addSeconds(_ a: Double) {}
  public func adjust(by a: Duration) {}
  public func adjust(by a: Double) {}
  public func extend(_ a: Duration) {}
  public func extend(_ a: Double = 0, by b: Double = 0, seconds: Double = 0) {}
  public func increase(by a: Duration) {}
  public func increase(by a: Double) {}
  public func prolong(by a: Duration) {}
}

@available(*, unavailable, message: "Use shorten(by: .seconds(30)).")
extension Countdown {
  public func decrease(by a: Duration) {}
  public func decrease(by a: Double) {}
  public func reduce(by a: Duration) {}
  public func reduce(by a: Double) {}
  public func remove(_ a: Duration = .zero, time: Duration = .zero) {}
  public func remove(_ a: Double = 0, seconds: Double = 0) {}
  public func removeTime(_ a: Duration) {}
  public func shorten(_ a: Duration) {}
  public func shorten(_ a: Double = 0, by b: Double = 0, seconds: Double = 0) {}
  public func subtract(_ a: Duration = .zero, duration: Duration = .zero, time: Duration = .zero) {}
  public func subtract(_ a: Double = 0, seconds: Double = 0) {}
  public func subtractTime(_ a: Duration) {}
}
