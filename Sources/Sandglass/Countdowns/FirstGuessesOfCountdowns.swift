// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import SandglassCore

// MARK: - Creating a countdown

@available(*, unavailable, message: "Use Countdown(.seconds(60)).")
extension Countdown {
  public convenience init(_ seconds: Double, options: CountdownOptions = .standard, on timekeeper: Timekeeper = .shared) { fatalError() }
  public convenience init(duration: Double, options: CountdownOptions = .standard, on timekeeper: Timekeeper = .shared) { fatalError() }
  public convenience init(seconds: Double, options: CountdownOptions = .standard, on timekeeper: Timekeeper = .shared) { fatalError() }
  public convenience init(from: Duration) { fatalError() }
  public convenience init(from: Double) { fatalError() }
  public convenience init(for a: Duration) { fatalError() }
  public convenience init(for a: Double) { fatalError() }
  public convenience init(of: Duration) { fatalError() }
  public convenience init(length: Duration) { fatalError() }
  public convenience init(lasting: Duration) { fatalError() }
  public convenience init(total: Duration) { fatalError() }
  public convenience init(timeInterval: Double) { fatalError() }
}

@available(*, unavailable, message: "Use Countdown.started(.seconds(60)).")
extension Countdown {
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, autostart: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, autoStart: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, startImmediately: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, started: Bool) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, autostart: Bool) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, autoStart: Bool) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, startImmediately: Bool) { fatalError() }
  public static func start(_ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero) -> Countdown { fatalError() }
  public static func start(_ a: Double = 0, duration: Double = 0, seconds: Double = 0) -> Countdown { fatalError() }
  public static func started(duration: Duration = .zero, for a: Duration = .zero) -> Countdown { fatalError() }
  public static func started(_ a: Double = 0, duration: Double = 0, seconds: Double = 0) -> Countdown { fatalError() }
  public static func running(_ a: Duration = .zero, duration: Duration = .zero) -> Countdown { fatalError() }
}

@available(*, unavailable, message: "Use Countdown(.seconds(60), options: CountdownOptions(countsPastZero: true)).")
extension Countdown {
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, countsPastZero: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, continuesPastZero: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, continuePastZero: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, runsPastZero: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, allowsOverrun: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, stopsAtZero: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, continuesAfterZero: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, allowsOvertime: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, overtime: Bool) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, allowsNegative: Bool) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, countsPastZero: Bool) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, continuesPastZero: Bool) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, allowsOvertime: Bool) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, overtime: Bool) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, allowsNegative: Bool) { fatalError() }
}

@available(*, unavailable, message: "Use CountdownOptions(countsPastZero: true).")
extension CountdownOptions {
  public init(allowsOvertime: Bool) { fatalError() }
  public init(continuesPastZero: Bool) { fatalError() }
  public init(overtime: Bool) { fatalError() }
  public static var allowsOvertime: CountdownOptions { fatalError() }
  public static var continuesPastZero: CountdownOptions { fatalError() }
  public static var countsPastZero: CountdownOptions { fatalError() }
  public static var overtime: CountdownOptions { fatalError() }
}

@available(*, unavailable, message: "Use Countdown(.seconds(60), options: CountdownOptions(countsPastZero: true)) when you create it.")
extension Countdown {
  public var allowsOvertime: Bool { get { fatalError() } set {} }
  public var continuesPastZero: Bool { get { fatalError() } set {} }
  public var countsPastZero: Bool { get { fatalError() } set {} }
}

@available(*, unavailable, message: "Use Countdown(.seconds(60), options: CountdownOptions(unit: .milliseconds(100))).")
extension Countdown {
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, unit: Duration) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, tick: Duration) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, interval: Duration) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, precision: Duration) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, tick: Double) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, interval: Double) { fatalError() }
}

@available(*, unavailable, message: "Create it, and then use onTick(with: self) { screen, reading in } and onFinish(with: self) { screen in }.")
extension Countdown {
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, onTick: @escaping (Reading) -> Void, onFinish: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, onTick: @escaping (Reading) -> Void, onComplete: @escaping () -> Void) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, interval: Duration, onTick: @escaping (Reading) -> Void, onFinish: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, onFinish: @escaping () -> Void) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, onTick: @escaping (Reading) -> Void, onFinish: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, interval: Double, onTick: @escaping (Reading) -> Void, onFinish: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, onFinish: @escaping () -> Void) { fatalError() }
}

@available(*, unavailable, message: "Use Countdown(.seconds(60), on: timekeeper).")
extension Countdown {
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, timekeeper: Timekeeper) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, clock: Timekeeper) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, timekeeper: Timekeeper) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, clock: Timekeeper) { fatalError() }
}

// MARK: - Keeping a countdown

@available(*, unavailable, message: "Use Countdown.kept(\"tea\", in: store, startingFrom: .seconds(180)), with a store such as FileCountdownStore.")
extension Countdown {
  public convenience init(_ name: String, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero) { fatalError() }
  public convenience init(name: String, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero, persistent: Bool = true) { fatalError() }
  public convenience init(named: String, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero) { fatalError() }
  public convenience init(id: String, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero, store: (any CountdownStore)? = nil) { fatalError() }
  public convenience init(key: String, _ a: Duration = .zero, duration: Duration = .zero) { fatalError() }
  public convenience init(identifier: String, _ a: Duration = .zero, duration: Duration = .zero) { fatalError() }
  public convenience init(restoring: String, _ a: Duration = .zero, duration: Duration = .zero) { fatalError() }
  public convenience init(_ name: String, _ a: Double = 0, duration: Double = 0, seconds: Double = 0) { fatalError() }
  public convenience init(name: String, _ a: Double = 0, duration: Double = 0, seconds: Double = 0) { fatalError() }
  public convenience init(id: String, _ a: Double = 0, duration: Double = 0, seconds: Double = 0) { fatalError() }
  public convenience init(key: String, duration: Double) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, name: String, store: (any CountdownStore)? = nil, persistent: Bool = true) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, named: String, store: (any CountdownStore)? = nil) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, id: String, store: (any CountdownStore)? = nil, persistent: Bool = true) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, key: String) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, identifier: String) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, persistentID: String) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, persistenceKey: String) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, persistedAs: String) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, persistAs: String) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, savedAs: String) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, restorationID: String) { fatalError() }
  public convenience init(_ a: Duration = .zero, duration: Duration = .zero, storageKey: String) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, name: String) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, named: String) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, id: String) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, key: String) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, identifier: String) { fatalError() }
  public convenience init(_ a: Double = 0, duration: Double = 0, seconds: Double = 0, persistenceKey: String) { fatalError() }
  public static func persistent(_ a: String = "", name: String = "", id: String = "", _ b: Duration = .zero, duration: Duration = .zero) -> Countdown { fatalError() }
  public static func kept(_ name: String, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero) -> Countdown { fatalError() }
  public static func start(_ a: Duration = .zero, name: String, duration: Duration = .zero) -> Countdown { fatalError() }
  public static func started(_ a: Duration = .zero, name: String, duration: Duration = .zero) -> Countdown { fatalError() }
  public func named(_ a: String) -> Countdown { fatalError() }
  public func persisted(as a: String) -> Countdown { fatalError() }
  public func save(as a: String = "") {}
  public func persist(as a: String = "") {}
}

@available(*, unavailable, message: "Use try Countdown.kept(\"tea\", in: store), with the store in which it was kept.")
extension Countdown {
  public static func restore(_ a: String = "", name: String = "", named: String = "", id: String = "", key: String = "", from: (any CountdownStore)? = nil) -> Countdown? { fatalError() }
  public static func restored(_ a: String = "", name: String = "", named: String = "", id: String = "", key: String = "", from: (any CountdownStore)? = nil) -> Countdown? { fatalError() }
  public static func load(_ a: String = "", name: String = "", named: String = "", id: String = "", key: String = "", from: (any CountdownStore)? = nil) -> Countdown? { fatalError() }
  public static func existing(_ a: String = "", name: String = "", named: String = "", id: String = "") -> Countdown? { fatalError() }
  public static func find(_ a: String = "", name: String = "", named: String = "", id: String = "") -> Countdown? { fatalError() }
  public static func named(_ a: String, duration: Duration = .zero) -> Countdown? { fatalError() }
  public static func persisted(_ a: String = "", name: String = "", named: String = "", id: String = "") -> Countdown? { fatalError() }
  public static func resume(_ a: String = "", name: String = "", named: String = "", id: String = "") -> Countdown? { fatalError() }
  public static func saved(_ a: String = "", name: String = "", named: String = "", id: String = "") -> Countdown? { fatalError() }
  public func restore() {}
}

@available(*, unavailable, message: "Use try Countdown.kept(\"tea\", in: store), with the store in which it was kept.")
extension Timekeeper {
  public func countdown(_ a: String = "", named: String = "", name: String = "", id: String = "") -> Countdown? { fatalError() }
  public func restore(_ a: String = "", named: String = "", name: String = "", id: String = "") -> Countdown? { fatalError() }
}

// MARK: - Phases

@available(*, unavailable, message: "Use Countdown(phases: phases, rounds: 4).")
extension Countdown {
  public convenience init(_ phases: [Phase], rounds: Int = 1, repeating: Int = 1, repeats: Int = 1, repeatCount: Int = 1, cycles: Int = 1) { fatalError() }
  public convenience init(phases: [Phase], repeating: Int) { fatalError() }
  public convenience init(phases: [Phase], repeats: Int) { fatalError() }
  public convenience init(phases: [Phase], repeat a: Int) { fatalError() }
  public convenience init(phases: [Phase], repeatCount: Int) { fatalError() }
  public convenience init(phases: [Phase], repetitions: Int) { fatalError() }
  public convenience init(phases: [Phase], cycles: Int) { fatalError() }
  public convenience init(repeating phases: [Phase], count: Int = 1, times: Int = 1) { fatalError() }
  public convenience init(phases: [Phase], count: Int) { fatalError() }
  public convenience init(phases: [Phase], times: Int) { fatalError() }
  public convenience init(phases: [(String, Duration)], rounds: Int = 1, repeating: Int = 1, repeats: Int = 1, repeatCount: Int = 1, cycles: Int = 1) { fatalError() }
}

@available(*, unavailable, message: "Use Phase(\"Work\", .seconds(25 * 60)).")
extension Phase {
  public init(name: String, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero) { fatalError() }
  public init(named: String, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero) { fatalError() }
  public init(label: String, duration: Duration) { fatalError() }
  public init(title: String, duration: Duration) { fatalError() }
  public init(_ name: String, duration: Duration = .zero, for a: Duration = .zero) { fatalError() }
  public init(name: String, _ a: Double = 0, duration: Double = 0, seconds: Double = 0) { fatalError() }
  public init(_ name: String, _ a: Double = 0, duration: Double = 0, seconds: Double = 0) { fatalError() }
  public init(duration: Duration, name: String) { fatalError() }
  public static func work(_ a: Duration = .zero, duration: Duration = .zero) -> Phase { fatalError() }
  public static func `break`(_ a: Duration = .zero, duration: Duration = .zero) -> Phase { fatalError() }
  public static func phase(_ a: String, _ b: Duration = .zero, duration: Duration = .zero) -> Phase { fatalError() }
}

@available(*, unavailable, message: "Duration has no minutes and hours. Use .seconds(25 * 60).")
extension Duration {
  public static func minutes(_ minutes: Double) -> Duration { fatalError() }
  public static func hours(_ hours: Double) -> Duration { fatalError() }
  public static var minute: Duration { fatalError() }
  public static var hour: Duration { fatalError() }
}

@available(*, unavailable, message: "Use currentPhase?.name. For the state of a countdown, use state or isRunning.")
extension Countdown {
  public var phase: Phase! { fatalError() }
  public var phaseName: String { fatalError() }
  public var currentPhaseName: String { fatalError() }
}

@available(*, unavailable, message: "For the state of a countdown, use state or isRunning.")
extension Phase {
  public static var idle: Phase { fatalError() }
  public static var running: Phase { fatalError() }
  public static var paused: Phase { fatalError() }
  public static var finished: Phase { fatalError() }
}

@available(*, unavailable, renamed: "skip()")
extension Countdown {
  @discardableResult public func advance(_ a: Bool = true) -> Bool { false }
  @discardableResult public func advanceToNextPhase() -> Bool { false }
  @discardableResult public func advancePhase() -> Bool { false }
  @discardableResult public func goToNextPhase() -> Bool { false }
  @discardableResult public func startNextPhase() -> Bool { false }
  @discardableResult public func moveToNextPhase() -> Bool { false }
  @discardableResult public func next() -> Bool { false }
  @discardableResult public func nextPhase(_ a: Bool = true) -> Bool { false }
  @discardableResult public func skipPhase() -> Bool { false }
  @discardableResult public func skipToNextPhase() -> Bool { false }
}

@available(*, unavailable, renamed: "back()")
extension Countdown {
  @discardableResult public func previousPhase() -> Bool { false }
  @discardableResult public func skipToPreviousPhase() -> Bool { false }
}
