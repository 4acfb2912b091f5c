// swift-format-ignore-file
// Names that developers may try first: the compiler says the right one. Most lines stand for one guess. What is declared
// here is in no documentation, and is never called. See Documentation/Glossary.md.

public import SandglassCore

// MARK: - Times

@available(*, unavailable, renamed: "remaining")
extension Countdown {
  public var timeRemaining: Duration { fatalError() }
  public var remainingTime: Duration { fatalError() }
  public var remainingDuration: Duration { fatalError() }
  public var exactRemaining: Duration { fatalError() }
  public var timeLeft: Duration { fatalError() }
  public var left: Duration { fatalError() }
}

@available(*, unavailable, renamed: "shown")
extension Countdown {
  public var remainingSeconds: Int { fatalError() }
  public var remainingWholeSeconds: Int { fatalError() }
  public var secondsRemaining: Int { fatalError() }
  public var secondsLeft: Int { fatalError() }
  public var secondsShown: Int { fatalError() }
  public var wholeSeconds: Int { fatalError() }
  public var seconds: Int { fatalError() }
  public var displayed: Int { fatalError() }
  public var displayedSeconds: Int { fatalError() }
  public var displayedValue: Int { fatalError() }
  public var displayedRemaining: Int { fatalError() }
  public var displaySeconds: Int { fatalError() }
  public var displayValue: Int { fatalError() }
  public var shownSeconds: Int { fatalError() }
  public var shownSecond: Int { fatalError() }
  public var shownValue: Int { fatalError() }
  public var visibleSeconds: Int { fatalError() }
}

@available(*, unavailable, renamed: "shownTime")
extension Countdown {
  public var displayedTime: Duration { fatalError() }
  public var displayTime: Duration { fatalError() }
  public var shownDuration: Duration { fatalError() }
}

@available(*, unavailable, renamed: "progress")
extension Countdown {
  public var fractionCompleted: Double { fatalError() }
  public var fractionElapsed: Double { fatalError() }
  public var completedFraction: Double { fatalError() }
  public var elapsedFraction: Double { fatalError() }
  public var fraction: Double { fatalError() }
  public var percentComplete: Double { fatalError() }
}

// MARK: - States

@available(*, unavailable, renamed: "isRunning")
extension Countdown {
  public var isActive: Bool { fatalError() }
  public var isStarted: Bool { fatalError() }
  public var running: Bool { fatalError() }
}

@available(*, unavailable, renamed: "isFinished")
extension Countdown {
  public var didFinish: Bool { fatalError() }
  public var hasEnded: Bool { fatalError() }
  public var hasExpired: Bool { fatalError() }
  public var hasFinished: Bool { fatalError() }
  public var hasReachedZero: Bool { fatalError() }
  public var isAtZero: Bool { fatalError() }
  public var isComplete: Bool { fatalError() }
  public var isCompleted: Bool { fatalError() }
  public var isDone: Bool { fatalError() }
  public var isEnded: Bool { fatalError() }
  public var isExpired: Bool { fatalError() }
  public var isOver: Bool { fatalError() }
  public var isZero: Bool { fatalError() }
}

@available(*, unavailable, renamed: "state")
extension Countdown {
  public var status: CountdownState { fatalError() }
  public var currentState: CountdownState { fatalError() }
}

// MARK: - Texts

@available(*, unavailable, message: "Use clockFace for the text, and shown for the number.")
extension Reading {
  public var displayText: String { fatalError() }
  public var formatted: String { fatalError() }
  public var remainingSeconds: Int { fatalError() }
  public var remainingTime: Duration { fatalError() }
  public var seconds: Int { fatalError() }
  public var text: String { fatalError() }
  public var timeRemaining: Duration { fatalError() }
  public func formatted(_ a: ClockFace.Style = .standard) -> String { fatalError() }
}

@available(*, unavailable, message: "Use clockFace. For tenths, use clockFace(.tenths), with CountdownOptions(unit: .milliseconds(100)).")
extension Countdown {
  public var text: String { fatalError() }
  public var clock: String { fatalError() }
  public var clockText: String { fatalError() }
  public var description: String { fatalError() }
  public var display: String { fatalError() }
  public var displayString: String { fatalError() }
  public var displayText: String { fatalError() }
  public var displayedText: String { fatalError() }
  public var formatted: String { fatalError() }
  public var formattedRemaining: String { fatalError() }
  public var formattedText: String { fatalError() }
  public var formattedTime: String { fatalError() }
  public var remainingText: String { fatalError() }
  public var shownText: String { fatalError() }
  public var string: String { fatalError() }
  public var timeString: String { fatalError() }
  public var timeText: String { fatalError() }
  public func formatted(_ a: ClockFace.Style = .standard, style: ClockFace.Style = .standard, precision: ClockFace.Style = .standard) -> String { fatalError() }
  public func formatted(fractionDigits: Int) -> String { fatalError() }
  public func formatted(fractionalDigits: Int) -> String { fatalError() }
  public func formatted(fractionalSecondsLength: Int) -> String { fatalError() }
  public func formatted(decimals: Int) -> String { fatalError() }
  public func formatted(decimalPlaces: Int) -> String { fatalError() }
  public func formatted(precision: Int) -> String { fatalError() }
  public func formatted(tenths: Bool) -> String { fatalError() }
  public func formatted(showsTenths: Bool) -> String { fatalError() }
  public func formatted(_ a: String) -> String { fatalError() }
  public func formatted(pattern: String = "", format: String = "") -> String { fatalError() }
  public func text(_ a: ClockFace.Style = .standard, style: ClockFace.Style = .standard, format: ClockFace.Style = .standard, precision: ClockFace.Style = .standard) -> String { fatalError() }
  public func text(fractionDigits: Int) -> String { fatalError() }
  public func text(fractionalDigits: Int) -> String { fatalError() }
  public func text(decimals: Int) -> String { fatalError() }
  public func text(tenths: Bool) -> String { fatalError() }
  public func text(showsTenths: Bool) -> String { fatalError() }
  public func text(_ a: String = "", format: String = "") -> String { fatalError() }
  public func clockFace(style: ClockFace.Style = .standard, precision: ClockFace.Style = .standard) -> String { fatalError() }
  public func clockFace(fractionDigits: Int = 1, decimals: Int = 1) -> String { fatalError() }
  public func displayText(_ a: ClockFace.Style = .standard, precision: ClockFace.Style = .standard, fractionDigits: Int = 1) -> String { fatalError() }
}

@available(*, unavailable, message: "The standard style shows 1:30, and 1:01:30 from an hour on.")
extension ClockFace.Style {
  public static var clock: Self { fatalError() }
  public static var digital: Self { fatalError() }
  public static var minuteSecond: Self { fatalError() }
  public static var minutesSeconds: Self { fatalError() }
  public static var minutesAndSeconds: Self { fatalError() }
  public static var mmss: Self { fatalError() }
  public static var positional: Self { fatalError() }
}

@available(*, unavailable, message: "Use clockFace(.tenths), with CountdownOptions(unit: .milliseconds(100)).")
extension ClockFace.Style {
  public static var secondsAndTenths: Self { fatalError() }
  public static var secondsTenths: Self { fatalError() }
  public static var secondsWithTenths: Self { fatalError() }
  public static var tenth: Self { fatalError() }
  public static var deciseconds: Self { fatalError() }
  public static var tenthsOfSecond: Self { fatalError() }
  public static var tenthsOfASecond: Self { fatalError() }
  public static var withTenths: Self { fatalError() }
}

@available(*, unavailable, message: "import SandglassText, and use reading.spoken().")
extension ClockFace.Style {
  public static var accessibility: Self { fatalError() }
  public static var full: Self { fatalError() }
  public static var spelledOut: Self { fatalError() }
  public static var spellOut: Self { fatalError() }
  public static var spoken: Self { fatalError() }
  public static var voiceOver: Self { fatalError() }
  public static var wide: Self { fatalError() }
  public static var words: Self { fatalError() }
}

@available(*, unavailable, message: "import SandglassText, and use reading.spoken().")
extension Countdown {
  public var accessibilityDescription: String { fatalError() }
  public var accessibilityLabel: String { fatalError() }
  public var accessibilityText: String { fatalError() }
  public var accessibilityValue: String { fatalError() }
  public var spelledOut: String { fatalError() }
  public var spoken: String { fatalError() }
  public var spokenDescription: String { fatalError() }
  public var spokenText: String { fatalError() }
  public var spokenTime: String { fatalError() }
  public var voiceOverText: String { fatalError() }
  public var words: String { fatalError() }
  public func accessibilityText(_ a: Bool = true) -> String { fatalError() }
  public func spoken(_ a: Bool = true) -> String { fatalError() }
  public func spokenText(_ a: Bool = true) -> String { fatalError() }
}
