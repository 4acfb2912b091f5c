// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import Dispatch

// MARK: - Debouncers

@available(*, unavailable, message: "Use Debouncer(for: .milliseconds(300), with: self) { screen, text in }, and then call(text) each time.")
extension Debouncer {
  public convenience init(_ a: Duration = .zero, delay: Duration = .zero, interval: Duration = .zero, duration: Duration = .zero, after: Duration = .zero, wait: Duration = .zero, queue: DispatchQueue? = nil, action: ((Value) -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Double = 0, for b: Double = 0, delay: Double = 0, interval: Double = 0, seconds: Double = 0, milliseconds: Double = 0, queue: DispatchQueue? = nil, action: ((Value) -> Void)? = nil) { fatalError() }
}

@available(*, unavailable, message: "Use Debouncer(for: .milliseconds(300), with: self) { screen, text in }, and then call(text) each time.")
extension Debouncer where Value == Void {
  public convenience init(_ a: Duration = .zero, for b: Duration = .zero, delay: Duration = .zero, interval: Duration = .zero, duration: Duration = .zero, after: Duration = .zero, wait: Duration = .zero, queue: DispatchQueue? = nil, action: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Double = 0, for b: Double = 0, delay: Double = 0, interval: Double = 0, seconds: Double = 0, milliseconds: Double = 0, queue: DispatchQueue? = nil, action: (() -> Void)? = nil) { fatalError() }
}

@available(*, unavailable, message: "The closure belongs to the debouncer: Debouncer(for: .milliseconds(300), with: self) { screen, text in }. Then use call(text).")
extension Debouncer {
  public func call(_ body: @escaping () async -> Void) {}
  public func debounce(_ body: @escaping () async -> Void) {}
  public func execute(_ body: @escaping () async -> Void) {}
  public func fire(_ body: @escaping () async -> Void) {}
  public func perform(_ body: @escaping () async -> Void) {}
  public func schedule(_ body: @escaping () async -> Void) {}
  public func send(_ body: @escaping () async -> Void) {}
  public func submit(_ body: @escaping () async -> Void) {}
  public func trigger(_ body: @escaping () async -> Void) {}
}

@available(*, unavailable, renamed: "call(_:)")
extension Debouncer {
  public func debounce(_ value: Value) {}
  public func fire(_ value: Value) {}
  public func schedule(_ value: Value) {}
  public func send(_ value: Value) {}
  public func submit(_ value: Value) {}
  public func trigger(_ value: Value) {}
}

@available(*, unavailable, renamed: "call()")
extension Debouncer where Value == Void {
  public func debounce() {}
  public func fire() {}
  public func schedule() {}
  public func send() {}
  public func trigger() {}
}

// MARK: - Throttlers

@available(*, unavailable, message: "Use Throttler(every: .seconds(1), with: self) { screen in }, and then call() each time.")
extension Throttler {
  public convenience init(_ a: Duration = .zero, interval: Duration = .zero, for b: Duration = .zero, per: Duration = .zero, duration: Duration = .zero, minimumInterval: Duration = .zero, queue: DispatchQueue? = nil, action: ((Value) -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Double = 0, every: Double = 0, interval: Double = 0, for b: Double = 0, per: Double = 0, seconds: Double = 0, queue: DispatchQueue? = nil, action: ((Value) -> Void)? = nil) { fatalError() }
}

@available(*, unavailable, message: "Use Throttler(every: .seconds(1), with: self) { screen in }, and then call() each time.")
extension Throttler where Value == Void {
  public convenience init(_ a: Duration = .zero, every: Duration = .zero, interval: Duration = .zero, for b: Duration = .zero, per: Duration = .zero, duration: Duration = .zero, minimumInterval: Duration = .zero, queue: DispatchQueue? = nil, action: (() -> Void)? = nil) { fatalError() }
  public convenience init(_ a: Double = 0, every: Double = 0, interval: Double = 0, for b: Double = 0, per: Double = 0, seconds: Double = 0, queue: DispatchQueue? = nil, action: (() -> Void)? = nil) { fatalError() }
}

@available(*, unavailable, message: "The closure belongs to the throttler: Throttler(every: .seconds(1), with: self) { screen in }. Then use call().")
extension Throttler {
  public func call(_ body: @escaping () async -> Void) {}
  public func execute(_ body: @escaping () async -> Void) {}
  public func fire(_ body: @escaping () async -> Void) {}
  public func perform(_ body: @escaping () async -> Void) {}
  public func schedule(_ body: @escaping () async -> Void) {}
  public func send(_ body: @escaping () async -> Void) {}
  public func submit(_ body: @escaping () async -> Void) {}
  public func throttle(_ body: @escaping () async -> Void) {}
  public func trigger(_ body: @escaping () async -> Void) {}
}

@available(*, unavailable, renamed: "call(_:)")
extension Throttler {
  public func fire(_ value: Value) {}
  public func send(_ value: Value) {}
  public func submit(_ value: Value) {}
  public func throttle(_ value: Value) {}
  public func trigger(_ value: Value) {}
}

@available(*, unavailable, renamed: "call()")
extension Throttler where Value == Void {
  public func fire() {}
  public func schedule() {}
  public func send() {}
  public func throttle() {}
  public func trigger() {}
}
