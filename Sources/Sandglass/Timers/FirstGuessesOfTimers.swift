// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import Dispatch
public import SandglassCore

// MARK: - Repeating timers

@available(*, unavailable, message: "Use RepeatingTimer(every: .seconds(1), with: self) { owner, tick in }, or queue: and a closure without an owner.")
extension RepeatingTimer {
  public convenience init(_ a: Duration = .zero, every: Duration = .zero, interval: Duration = .zero, tolerance: Duration = .zero, on queue: DispatchQueue? = nil, queue b: DispatchQueue? = nil, handler: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Duration = .zero, every: Duration = .zero, interval: Duration = .zero, tolerance: Duration = .zero, on queue: DispatchQueue? = nil, queue b: DispatchQueue? = nil, handler: @escaping (Tick) -> Void) { fatalError() }
  public convenience init(_ a: Double = 0, every: Double = 0, interval: Double = 0, seconds: Double = 0, tolerance: Double = 0, on queue: DispatchQueue? = nil, queue b: DispatchQueue? = nil, handler: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Double = 0, every: Double = 0, interval: Double = 0, seconds: Double = 0, tolerance: Double = 0, on queue: DispatchQueue? = nil, queue b: DispatchQueue? = nil, handler: @escaping (Tick) -> Void) { fatalError() }
  public convenience init(every: Duration, tolerance: Double, _ body: @escaping () -> Void) { fatalError() }
  public convenience init(timeInterval: Double = 0, interval: Double = 0, repeats: Bool = true, block: @escaping () -> Void) { fatalError() }
  public convenience init(timeInterval: Double = 0, interval: Double = 0, repeats: Bool = true, block: @escaping (RepeatingTimer) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, every: Duration = .zero, interval: Duration = .zero, tolerance: Duration = .zero, owner: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, every: Duration = .zero, interval: Duration = .zero, tolerance: Duration = .zero, on owner: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, every: Duration = .zero, interval: Duration = .zero, tolerance: Duration = .zero, target: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, every: Duration = .zero, interval: Duration = .zero, tolerance: Duration = .zero, weak: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, every: Duration = .zero, interval: Duration = .zero, tolerance: Duration = .zero, for owner: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  public static func every(_ a: Duration, _ body: @escaping () -> Void) -> RepeatingTimer { fatalError() }
}

@available(*, unavailable, message: "Use RepeatingTimer(at: .multiples(of: .seconds(60))).")
extension RepeatingTimer {
  public convenience init(_ a: WallTimes? = nil, every: Duration = .zero, on b: WallTimes? = nil, aligned: WallTimes? = nil, alignedTo: WallTimes? = nil, alignment: WallTimes? = nil, handler: @escaping () -> Void) { fatalError() }
  public convenience init(_ a: WallTimes? = nil, every: Duration = .zero, on b: WallTimes? = nil, aligned: WallTimes? = nil, alignedTo: WallTimes? = nil, alignment: WallTimes? = nil, handler: @escaping (Tick) -> Void) { fatalError() }
  public convenience init(every: Duration = .zero, align: WallTimes? = nil, alignTo: WallTimes? = nil, aligningTo: WallTimes? = nil, handler: @escaping () -> Void) { fatalError() }
  public convenience init(every: Duration = .zero, aligned: Bool = true, alignedToClock: Bool = true, alignedToWallClock: Bool = true, wallClock: Bool = true, handler: @escaping () -> Void) { fatalError() }
  public convenience init(every: Duration = .zero, aligned: Bool = true, alignedToClock: Bool = true, alignedToWallClock: Bool = true, wallClock: Bool = true, handler: @escaping (Tick) -> Void) { fatalError() }
  public convenience init(every: Duration = .zero, alignToClock: Bool = true, alignsToClock: Bool = true, alignsToWallClock: Bool = true, handler: @escaping () -> Void) { fatalError() }
}

@available(*, unavailable, message: "Use .multiples(of: .seconds(60)).")
extension WallTimes {
  public static var clock: WallTimes { fatalError() }
  public static var everyMinute: WallTimes { fatalError() }
  public static var fullMinute: WallTimes { fatalError() }
  public static var minute: WallTimes { fatalError() }
  public static var minutes: WallTimes { fatalError() }
  public static var minutely: WallTimes { fatalError() }
  public static var wallClock: WallTimes { fatalError() }
  public static var wholeMinute: WallTimes { fatalError() }
  public static var hour: WallTimes { fatalError() }
  public static func every(_ a: Duration) -> WallTimes { fatalError() }
  public static func every(_ a: WallTimes) -> WallTimes { fatalError() }
  public static func wallClock(_ a: WallTimes) -> WallTimes { fatalError() }
  public static func wallClock(every a: Duration) -> WallTimes { fatalError() }
}

@available(*, unavailable, renamed: "cancel()")
extension RepeatingTimer {
  @discardableResult public func invalidate() -> Bool { false }
  @discardableResult public func end() -> Bool { false }
}

@available(*, unavailable, message: "Use cancel(), or pause() to continue later with resume().")
extension RepeatingTimer {
  @discardableResult public func stop() -> Bool { false }
  @discardableResult public func suspend() -> Bool { false }
}

@available(*, unavailable, message: "A timer starts when it is created. After pause(), it continues with resume().")
extension RepeatingTimer {
  public func start(_ body: (() -> Void)? = nil) {}
  public func schedule() {}
}

// MARK: - One-shot timers

@available(*, unavailable, message: "Use OneShotTimer(after: .seconds(2), with: self) { owner in }, or a closure without an owner.")
extension OneShotTimer {
  public convenience init(_ a: Duration = .zero, after: Duration = .zero, delay: Duration = .zero, in b: Duration = .zero, interval: Duration = .zero, on queue: DispatchQueue? = nil, queue c: DispatchQueue? = nil, handler: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Double = 0, after: Double = 0, delay: Double = 0, in b: Double = 0, interval: Double = 0, seconds: Double = 0, queue c: DispatchQueue? = nil, handler: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Duration = .zero, after: Duration = .zero, delay: Duration = .zero, in b: Duration = .zero, interval: Duration = .zero, handler: @escaping (OneShotTimer) -> Void) { fatalError() }
  public convenience init(_ a: Double = 0, after: Double = 0, delay: Double = 0, in b: Double = 0, interval: Double = 0, handler: @escaping (OneShotTimer) -> Void) { fatalError() }
  public convenience init(timeInterval: Double = 0, interval: Double = 0, repeats: Bool = false, block: @escaping () -> Void) { fatalError() }
  public convenience init(timeInterval: Double = 0, interval: Double = 0, repeats: Bool = false, block: @escaping (OneShotTimer) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, after: Duration = .zero, delay: Duration = .zero, owner: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, after: Duration = .zero, delay: Duration = .zero, on owner: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, after: Duration = .zero, delay: Duration = .zero, target: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  public convenience init<Owner: AnyObject>(_ a: Duration = .zero, after: Duration = .zero, delay: Duration = .zero, weak: Owner, _ body: @escaping (Owner) -> Void) { fatalError() }
  @discardableResult public static func after(_ a: Duration, _ body: @escaping () -> Void) -> OneShotTimer { fatalError() }
}

@available(*, unavailable, renamed: "cancel()")
extension OneShotTimer {
  @discardableResult public func invalidate() -> Bool { false }
}

@available(*, unavailable, message: "Use cancel(), or pause() to continue later with resume().")
extension OneShotTimer {
  @discardableResult public func stop() -> Bool { false }
}

@available(*, unavailable, message: "A timer starts when it is created. restart() starts it again.")
extension OneShotTimer {
  public func start(_ body: (() -> Void)? = nil) {}
  public func schedule() {}
  public func reset() {}
}

// MARK: - Ticks

@available(*, unavailable, message: "Use Ticks(every: .seconds(1)).")
extension Ticks {
  public init(_ a: Duration = .zero, interval: Duration = .zero, of b: Duration = .zero, period: Duration = .zero, tolerance: Duration = .zero) { fatalError() }
  public init(_ a: Double = 0, every: Double = 0, interval: Double = 0, of b: Double = 0, seconds: Double = 0, tolerance: Double = 0) { fatalError() }
  public static func every(_ a: Duration) -> Ticks { fatalError() }
  public static func every(_ a: Double) -> Ticks { fatalError() }
}
