// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

@available(*, unavailable, message: "Use Countdown(until: end).")
extension Countdown {
  public convenience init(to a: Date, options: CountdownOptions = .standard, on timekeeper: Timekeeper = .shared) { fatalError() }
  public convenience init(date: Date) { fatalError() }
  public convenience init(deadline: Date) { fatalError() }
  public convenience init(end: Date) { fatalError() }
  public convenience init(endDate: Date) { fatalError() }
  public convenience init(ending: Date) { fatalError() }
  public convenience init(endingAt: Date) { fatalError() }
  public convenience init(endsAt: Date) { fatalError() }
  public convenience init(target: Date) { fatalError() }
  public convenience init(targetDate: Date) { fatalError() }
}

@available(*, unavailable, message: "Use start(until: end), or moveEnd(to: end) during a run.")
extension Countdown {
  public func start(to a: Date = Date(), endingAt: Date = Date(), endDate: Date = Date()) {}
  public func restart(to a: Date = Date(), endingAt: Date = Date(), endDate: Date = Date()) {}
}

@available(*, unavailable, renamed: "start(at:)")
extension Countdown {
  @discardableResult public func start(from beginning: Date) -> Bool { false }
}

@available(*, unavailable, message: "Use moveEnd(to: end).")
extension Countdown {
  public func adjust(to a: Date = Date(), end: Date = Date(), endDate: Date = Date()) {}
  public func adjustEnd(to a: Date) {}
  public func changeEnd(to a: Date) {}
  public func end(at a: Date) {}
  public func extend(to a: Date = Date(), until: Date = Date()) {}
  public func move(to a: Date = Date(), end: Date = Date(), endTo: Date = Date(), until: Date = Date()) {}
  public func moveDeadline(to a: Date) {}
  public func moveEnd(_ a: Date) {}
  public func moveEndDate(to a: Date) {}
  public func reschedule(_ a: Date = Date(), to b: Date = Date(), until: Date = Date(), endingAt: Date = Date()) {}
  public func reset(to a: Date = Date(), until: Date = Date()) {}
  public func retarget(_ a: Date = Date(), to b: Date = Date(), until: Date = Date()) {}
  public func set(end: Date = Date(), endDate: Date = Date()) {}
  public func setDeadline(_ a: Date = Date(), to b: Date = Date()) {}
  public func setEnd(_ a: Date = Date(), to b: Date = Date()) {}
  public func setEndDate(_ a: Date = Date(), to b: Date = Date()) {}
  public func setTarget(_ a: Date = Date(), to b: Date = Date()) {}
  public func sync(to a: Date = Date(), end: Date = Date()) {}
  public func synchronize(to a: Date) {}
  public func updateTarget(_ a: Date = Date(), to b: Date = Date()) {}
  public func update(to a: Date = Date(), end: Date = Date(), endDate: Date = Date(), until: Date = Date(), deadline: Date = Date()) {}
  public func updateDeadline(_ a: Date = Date(), to b: Date = Date()) {}
  public func updateEnd(_ a: Date = Date(), to b: Date = Date()) {}
  public func updateEndDate(_ a: Date = Date(), to b: Date = Date()) {}
}

@available(*, unavailable, renamed: "endDate")
extension Countdown {
  public var deadline: Date? { get { fatalError() } set {} }
  public var expirationDate: Date? { fatalError() }
  public var expiry: Date? { fatalError() }
  public var estimatedEnd: Date? { fatalError() }
  public var finishDate: Date? { fatalError() }
  public var finishesAt: Date? { fatalError() }
  public var fireDate: Date? { fatalError() }
  public var endTime: Date? { fatalError() }
  public var expiresAt: Date? { fatalError() }
  public var target: Date? { get { fatalError() } set {} }
  public var targetDate: Date? { get { fatalError() } set {} }
}
