// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import SandglassCore

// MARK: - Rows

@available(*, unavailable, message: "Use start(\"eggs\", for: .seconds(180)). To add a row without starting it, use add(\"eggs\", for:).")
extension CountdownBoard {
  @discardableResult public func start(_ id: ID, _ a: Duration = .zero, duration: Duration = .zero, from: Duration = .zero, with b: Duration = .zero) -> Countdown { fatalError() }
  @discardableResult public func start(_ id: ID, _ a: Double = 0, duration: Double = 0, for b: Double = 0, seconds: Double = 0) -> Countdown { fatalError() }
  @discardableResult public func start(id: ID, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero) -> Countdown { fatalError() }
  @discardableResult public func start(id: ID, _ a: Double = 0, duration: Double = 0, for b: Double = 0, seconds: Double = 0) -> Countdown { fatalError() }
  @discardableResult public func start(_ duration: Duration, id: ID) -> Countdown { fatalError() }
  @discardableResult public func start(_ duration: Duration, for id: ID) -> Countdown { fatalError() }
  @discardableResult public func start(_ duration: Double, id: ID) -> Countdown { fatalError() }
  @discardableResult public func start(duration: Duration, id: ID) -> Countdown { fatalError() }
  @discardableResult public func start(_ countdown: Countdown, id: ID) -> Countdown { fatalError() }
  @discardableResult public func add(_ id: ID, _ a: Duration = .zero, duration: Duration = .zero) -> Countdown { fatalError() }
  @discardableResult public func add(_ id: ID, _ a: Double = 0, duration: Double = 0, for b: Double = 0, seconds: Double = 0) -> Countdown { fatalError() }
  @discardableResult public func add(id: ID, _ a: Duration = .zero, duration: Duration = .zero, for b: Duration = .zero) -> Countdown { fatalError() }
  @discardableResult public func add(id: ID, _ a: Double = 0, duration: Double = 0, for b: Double = 0, seconds: Double = 0) -> Countdown { fatalError() }
  @discardableResult public func add(_ duration: Duration, id: ID) -> Countdown { fatalError() }
  @discardableResult public func add(_ countdown: Countdown, id: ID) -> Countdown { fatalError() }
  @discardableResult public func add(_ countdown: Countdown, for id: ID) -> Countdown { fatalError() }
  @discardableResult public func add(_ id: ID, _ countdown: Countdown) -> Countdown { fatalError() }
  @discardableResult public func add(id: ID, countdown: Countdown) -> Countdown { fatalError() }
  @discardableResult public func insert(_ a: ID? = nil, id: ID? = nil, duration: Duration) -> Countdown { fatalError() }
  public subscript(id: ID) -> Countdown { get { fatalError() } set {} }
}

@available(*, unavailable, message: "Use board[id].")
extension CountdownBoard {
  public func countdown(_ a: ID? = nil, id: ID? = nil, for b: ID? = nil, withID: ID? = nil, with c: ID? = nil) -> Countdown? { fatalError() }
  public var countdowns: [ID: Countdown] { fatalError() }
}

@available(*, unavailable, message: "Use board[id]?.extend(by: .seconds(30)), or shorten(by: .seconds(30)).")
extension CountdownBoard {
  public func extend(_ a: ID? = nil, id: ID? = nil, by b: Duration) {}
  public func extend(_ a: ID? = nil, id: ID? = nil, by b: Double) {}
  public func shorten(_ a: ID? = nil, id: ID? = nil, by b: Duration) {}
  public func adjust(_ a: ID? = nil, id: ID? = nil, by b: Duration) {}
  public func add(_ a: Duration, to id: ID) {}
  public func add(_ a: Duration, for id: ID) {}
  public func add(_ a: Double = 0, seconds: Double = 0, to id: ID) {}
  public func addTime(_ a: Duration, to id: ID) {}
  public func addTime(_ a: Double = 0, seconds: Double = 0, to id: ID) {}
}

@available(*, unavailable, message: "Use board[id]?.pause(), and then resume().")
extension CountdownBoard {
  public func pause(_ a: ID? = nil, id: ID? = nil) {}
  public func resume(_ a: ID? = nil, id: ID? = nil) {}
  public func toggle(_ a: ID? = nil, id: ID? = nil) {}
}

@available(*, unavailable, message: "Use board[id]?.cancel(), or remove(id), which also removes the row.")
extension CountdownBoard {
  public func cancel(_ a: ID? = nil, id: ID? = nil) {}
  public func stop(_ a: ID? = nil, id: ID? = nil) {}
  public func remove(id: ID) {}
}

@available(*, unavailable, renamed: "ids")
extension CountdownBoard {
  public var allIDs: [ID] { fatalError() }
  public var displayOrder: [ID] { fatalError() }
  public var keys: [ID] { fatalError() }
  public var order: [ID] { fatalError() }
  public var orderedIDs: [ID] { fatalError() }
  public var sortedIDs: [ID] { fatalError() }
}

// MARK: - Cells

@available(*, unavailable, message: "Use show(id, in: cell) { cell, reading in cell.timeLabel.text = reading.clockFace }. With SandglassUIKit, show(id, in: label) is enough.")
extension CountdownBoard {
  public func show(_ id: ID, in cell: AnyObject) {}
  public func show(_ id: ID, on cell: AnyObject) {}
  public func show<Cell: AnyObject, Value>(_ id: ID, in cell: Cell, _ property: ReferenceWritableKeyPath<Cell, Value>) {}
  public func bind(_ id: ID, to cell: AnyObject) {}
  public func bind(_ cell: AnyObject, to id: ID) {}
  public func bind<Cell: AnyObject, Value>(_ id: ID, to cell: Cell, _ property: ReferenceWritableKeyPath<Cell, Value>) {}
  public func bind<Cell: AnyObject>(_ id: ID, to cell: Cell, _ body: @escaping (Cell, Reading) -> Void) {}
  public func bind(_ id: ID, _ body: @escaping (Reading) -> Void) {}
  public func display(_ id: ID, in cell: AnyObject) {}
  public func onTick<Cell: AnyObject>(_ id: ID, with cell: Cell, _ body: @escaping (Cell, Reading) -> Void) {}
  public func onTick(_ a: ID? = nil, id: ID? = nil, for b: ID? = nil, _ body: @escaping (Reading) -> Void) {}
  public func observe(_ a: ID? = nil, id: ID? = nil, for b: ID? = nil, _ body: @escaping (Reading) -> Void) {}
}

@available(*, unavailable, message: "Use board[id]?.clockFace.")
extension CountdownBoard {
  public func text(_ a: ID? = nil, for b: ID? = nil, of: ID? = nil) -> String { fatalError() }
  public func formatted(_ a: ID? = nil, for b: ID? = nil) -> String { fatalError() }
  public func clockFace(_ a: ID? = nil, for b: ID? = nil, of: ID? = nil) -> String { fatalError() }
}

// MARK: - Ends

@available(*, unavailable, message: "Pass the object that the closure works on, which is held weakly: onFinish(with: self) { screen, ids in }.")
extension CountdownBoard {
  public var onFinish: ((ID) -> Void)? { get { fatalError() } set {} }
  public func onFinish(_ body: @escaping (ID) -> Void) {}
  public func onFinish(_ body: @escaping (ID, Countdown) -> Void) {}
  public func onFinish(_ body: @escaping () -> Void) {}
  public func onFinish<Owner: AnyObject>(with owner: Owner, _ body: @escaping (Owner) -> Void) {}
  public var onEnd: ((ID) -> Void)? { get { fatalError() } set {} }
  public func onEnd(_ body: @escaping (ID) -> Void) {}
  public func onEnd(_ body: @escaping (ID, Countdown) -> Void) {}
  public func onEnd(_ body: @escaping () -> Void) {}
  public func onEnd<Owner: AnyObject>(with owner: Owner, _ body: @escaping (Owner, ID) -> Void) {}
  public func onAnyEnd(_ body: @escaping (ID) -> Void) {}
  public func onAnyFinish(_ body: @escaping (ID) -> Void) {}
  public func onComplete(_ body: @escaping (ID) -> Void) {}
  public func onChange(_ body: @escaping (ID) -> Void) {}
  public var ends: AsyncStream<ID> { fatalError() }
  public var events: AsyncStream<ID> { fatalError() }
  public var finished: AsyncStream<ID> { fatalError() }
  public var finishes: AsyncStream<ID> { fatalError() }
}
