// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import SandglassCore

// MARK: - Ticks

@available(*, unavailable, message: "Pass the object that the closure works on, which is held weakly: onTick(with: self) { screen, reading in }.")
extension Countdown {
  public var onTick: ((Reading) -> Void)? { get { fatalError() } set {} }
  public func onTick(_ body: @escaping (Reading) -> Void) {}
  public func onTick(_ body: @escaping () -> Void) {}
  public func onTick<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner, Reading) -> Void) {}
  public func onTick<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public func onTick<Owner: AnyObject>(weak owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public func onTick<Owner: AnyObject>(with owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public var onUpdate: ((Reading) -> Void)? { get { fatalError() } set {} }
  public func onUpdate(_ body: @escaping (Reading) -> Void) {}
  public func onUpdate(_ body: @escaping () -> Void) {}
  public func observe(_ body: @escaping (Reading) -> Void) {}
  public func observe(_ body: @escaping () -> Void) {}
  public func everySecond(_ body: @escaping () -> Void) {}
  public func onSecond(_ body: @escaping (Reading) -> Void) {}
  public func onSecond(_ body: @escaping () -> Void) {}
  public func onSecondChange(_ body: @escaping (Reading) -> Void) {}
  public func onSecondChange(_ body: @escaping () -> Void) {}
  public func onDisplayChange(_ body: @escaping (Reading) -> Void) {}
  public func onDisplayChange(_ body: @escaping () -> Void) {}
  public func onDisplayedSecondChange(_ body: @escaping (Reading) -> Void) {}
  public func onDisplayedSecondChange(_ body: @escaping () -> Void) {}
  public func onShownChange(_ body: @escaping (Reading) -> Void) {}
  public func onShownChange(_ body: @escaping () -> Void) {}
  public func onShownSecondChange(_ body: @escaping (Reading) -> Void) {}
  public func onShownSecondChange(_ body: @escaping () -> Void) {}
}

@available(*, unavailable, message: "Use for await reading in readings.")
extension Countdown {
  public var ticks: Readings<Reading> { fatalError() }
  public var displayedValues: Readings<Reading> { fatalError() }
  public var shownValues: Readings<Reading> { fatalError() }
  public var stream: Readings<Reading> { fatalError() }
  public var updates: Readings<Reading> { fatalError() }
  public var values: Readings<Reading> { fatalError() }
  public func ticks(_ a: Bool = true) -> Readings<Reading> { fatalError() }
  public func stream(_ a: Bool = true) -> Readings<Reading> { fatalError() }
  public func updates(_ a: Bool = true) -> Readings<Reading> { fatalError() }
  public func values(_ a: Bool = true) -> Readings<Reading> { fatalError() }
}

// MARK: - Ends

@available(*, unavailable, message: "Pass the object that the closure works on, which is held weakly: onFinish(with: self) { screen in }.")
extension Countdown {
  public var onFinish: (() -> Void)? { get { fatalError() } set {} }
  public func onFinish(_ body: @escaping () -> Void) {}
  public func onFinish(_ body: @escaping (CountdownEnd) -> Void) {}
  public func onFinish<Owner: AnyObject>(_ owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public var onFinished: (() -> Void)? { get { fatalError() } set {} }
  public func onFinished(_ body: @escaping () -> Void) {}
  public var onComplete: (() -> Void)? { get { fatalError() } set {} }
  public func onComplete(_ body: @escaping () -> Void) {}
  public var onCompletion: (() -> Void)? { get { fatalError() } set {} }
  public func onCompletion(_ body: @escaping () -> Void) {}
  public func onExpire(_ body: @escaping () -> Void) {}
  public func onExpiration(_ body: @escaping () -> Void) {}
  public func onZero(_ body: @escaping () -> Void) {}
  public func onReachZero(_ body: @escaping () -> Void) {}
  public func whenFinished(_ body: @escaping () -> Void) {}
}

@available(*, unavailable, message: "Pass the object that the closure works on, which is held weakly: onEnd(with: self) { screen, end in }.")
extension Countdown {
  public var onEnd: ((CountdownEnd) -> Void)? { get { fatalError() } set {} }
  public func onEnd(_ body: @escaping (CountdownEnd) -> Void) {}
  public func onEnd(_ body: @escaping () -> Void) {}
  public func onEnd<Owner: AnyObject>(with owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public func onEnded(_ body: @escaping (CountdownEnd) -> Void) {}
  public func onEnded(_ body: @escaping () -> Void) {}
  public func onAnyEnd(_ body: @escaping () -> Void) {}
  public func onStop(_ body: @escaping () -> Void) {}
  public func onTermination(_ body: @escaping (CountdownEnd) -> Void) {}
  public func onTermination(_ body: @escaping () -> Void) {}
}

@available(*, unavailable, renamed: "finished()")
extension Countdown {
  @discardableResult public func finish() async -> CountdownEnd? { nil }
  @discardableResult public func completion(_ a: Bool = true) async -> CountdownEnd? { nil }
  @discardableResult public func ended() async -> CountdownEnd? { nil }
  @discardableResult public func waitUntilEnded() async -> CountdownEnd? { nil }
  @discardableResult public func untilFinished() async -> CountdownEnd? { nil }
  @discardableResult public func wait() async -> CountdownEnd? { nil }
  @discardableResult public func waitForCompletion() async -> CountdownEnd? { nil }
  @discardableResult public func waitForEnd() async -> CountdownEnd? { nil }
  @discardableResult public func waitForFinish() async -> CountdownEnd? { nil }
  @discardableResult public func waitUntilDone() async -> CountdownEnd? { nil }
  @discardableResult public func waitUntilEnd() async -> CountdownEnd? { nil }
  @discardableResult public func waitUntilFinished() async -> CountdownEnd? { nil }
  @discardableResult public func whenFinished() async -> CountdownEnd? { nil }
  public var completion: CountdownEnd? { get async { fatalError() } }
  public var result: CountdownEnd? { get async { fatalError() } }
  public var value: CountdownEnd? { get async { fatalError() } }
}

// MARK: - Changes

@available(*, unavailable, message: "Pass the object that the closure works on, which is held weakly: onChange(with: self) { screen, change in }.")
extension Countdown {
  public var onChange: ((CountdownChange) -> Void)? { get { fatalError() } set {} }
  public func onChange(_ body: @escaping (CountdownChange) -> Void) {}
  public func onChange(_ body: @escaping () -> Void) {}
  public func onChange<Owner: AnyObject>(with owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public var onStateChange: ((CountdownState) -> Void)? { get { fatalError() } set {} }
  public func onStateChange(_ body: @escaping (CountdownState) -> Void) {}
  public func onStateChange(_ body: @escaping () -> Void) {}
  public var onEvent: ((CountdownChange) -> Void)? { get { fatalError() } set {} }
  public func onEvent(_ body: @escaping (CountdownChange) -> Void) {}
  public func onEvent(_ body: @escaping () -> Void) {}
  public func onTransition(_ body: @escaping (CountdownChange) -> Void) {}
  public func onCancel(_ body: @escaping () -> Void) {}
  public func onPause(_ body: @escaping () -> Void) {}
  public func onResume(_ body: @escaping () -> Void) {}
  public func onStart(_ body: @escaping () -> Void) {}
}

@available(*, unavailable, message: "Use onChange(with: self) { screen, change in }.")
extension Countdown {
  public var changes: AsyncStream<CountdownChange> { fatalError() }
  public var events: AsyncStream<CountdownChange> { fatalError() }
  public var transitions: AsyncStream<CountdownChange> { fatalError() }
  public var stateChanges: AsyncStream<CountdownState> { fatalError() }
  public var states: AsyncStream<CountdownState> { fatalError() }
}

@available(*, unavailable, message: "Use onPhaseEnd(with: self) { screen, end in }. For pauses, use onChange(with: self) { screen, change in }.")
extension Countdown {
  public var onPhaseEnd: ((PhaseEnd) -> Void)? { get { fatalError() } set {} }
  public func onPhaseEnd(_ body: @escaping (PhaseEnd) -> Void) {}
  public func onPhaseEnd(_ body: @escaping () -> Void) {}
  public func onPhaseEnd<Owner: AnyObject>(with owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public var onPhaseChange: ((PhaseEnd) -> Void)? { get { fatalError() } set {} }
  public func onPhaseChange(_ body: @escaping (PhaseEnd) -> Void) {}
  public func onPhaseChange(_ body: @escaping () -> Void) {}
  public func onPhaseChange(_ body: @escaping (PhaseEnd, PhaseEnd) -> Void) {}
  public func onPhaseComplete(_ body: @escaping (PhaseEnd) -> Void) {}
  public func onPhaseComplete(_ body: @escaping () -> Void) {}
  public func onPhaseEnded(_ body: @escaping (PhaseEnd) -> Void) {}
  public func onPhaseEnded(_ body: @escaping () -> Void) {}
  public func onPhaseFinish(_ body: @escaping (PhaseEnd) -> Void) {}
  public func onPhaseFinish(_ body: @escaping () -> Void) {}
  public func onPhaseTransition(_ body: @escaping (PhaseEnd) -> Void) {}
  public var phaseEnds: AsyncStream<PhaseEnd> { fatalError() }
  public var phaseChanges: AsyncStream<PhaseEnd> { fatalError() }
}

// MARK: - Milestones

@available(*, unavailable, message: "Say which: .remaining(.seconds(10)) before the end, or .elapsed(.seconds(10)).")
extension Milestone {
  public static func seconds(_ seconds: Double) -> Milestone { fatalError() }
}

@available(*, unavailable, message: "Set milestones = [.remaining(.seconds(10))], and bind onMilestone(with: self) { screen, reached in }.")
extension Countdown {
  public func onMilestone(_ a: Duration = .zero, at b: Duration = .zero, remaining: Duration = .zero, _ body: @escaping () -> Void) {}
  public func onMilestone(_ a: Double = 0, at b: Double = 0, remaining: Double = 0, _ body: @escaping () -> Void) {}
  public func onMilestone(_ a: Milestone, _ body: @escaping () -> Void) {}
  public func onMilestone(_ body: @escaping (ReachedMilestone) -> Void) {}
  public func onMilestone<Owner: AnyObject>(_ a: Duration = .zero, at b: Duration = .zero, with owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public func addMilestone(_ a: Duration = .zero, at b: Duration = .zero, remaining: Duration = .zero, _ body: (() -> Void)? = nil) {}
  public func addMilestone(_ a: Double = 0, at b: Double = 0, remaining: Double = 0, _ body: (() -> Void)? = nil) {}
  public func alert(at a: Duration, _ body: @escaping () -> Void) {}
  public func at(_ a: Duration = .zero, remaining: Duration = .zero, _ body: @escaping () -> Void) {}
  public func at(_ a: Double = 0, remaining: Double = 0, _ body: @escaping () -> Void) {}
  public func notify(at a: Duration = .zero, when: Duration = .zero, atRemaining: Duration = .zero, remaining: Duration = .zero, _ body: @escaping () -> Void) {}
  public func notify(at a: Double = 0, when: Double = 0, atRemaining: Double = 0, remaining: Double = 0, _ body: @escaping () -> Void) {}
  public func on(remaining: Duration, _ body: @escaping () -> Void) {}
  public func on(_ a: Milestone, _ body: @escaping () -> Void) {}
  public func onReached(_ a: Duration, _ body: @escaping () -> Void) {}
  public func schedule(at a: Duration, _ body: @escaping () -> Void) {}
  public func onReach(_ a: Duration = .zero, remaining: Duration = .zero, _ body: @escaping () -> Void) {}
  public func onReaching(_ a: Duration = .zero, remaining: Duration = .zero, _ body: @escaping () -> Void) {}
  public func onRemaining(_ a: Duration = .zero, at b: Duration = .zero, _ body: @escaping () -> Void) {}
  public func onRemaining(_ a: Double, _ body: @escaping () -> Void) {}
  public func onThreshold(_ a: Duration, _ body: @escaping () -> Void) {}
  public func onTimeRemaining(_ a: Duration, _ body: @escaping () -> Void) {}
  public func when(_ a: Duration = .zero, remaining: Duration = .zero, _ body: @escaping () -> Void) {}
  public func whenRemaining(_ a: Duration = .zero, is b: Duration = .zero, reaches: Duration = .zero, _ body: @escaping () -> Void) {}
}

// MARK: - Views

@available(*, unavailable, message: "import SandglassUIKit for show(in: label), or pass a closure: show(in: label) { label, reading in label.text = reading.clockFace }.")
extension Countdown {
  public func show(in view: AnyObject) {}
  public func bind(to view: AnyObject) {}
  public func bind<View: AnyObject, Value>(to view: View, _ property: ReferenceWritableKeyPath<View, Value>) {}
  public func bind<View: AnyObject>(to view: View, _ body: @escaping (View, Reading) -> Void) {}
  public func display(in view: AnyObject) {}
  public func attach(to view: AnyObject) {}
}
