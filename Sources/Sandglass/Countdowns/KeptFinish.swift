import SandglassCore

/// The finish of a kept countdown, from when it comes until somebody has handled it.
///
/// It may be told to several at once, each of whom reports whether he was still there: then it is handled, and the record
/// can go. If nobody was, it is unheard, and waits for the next who are bound: once for the finish, once for the end.
struct KeptFinish {
  /// What a report comes to.
  enum Outcome: Equatable {
    case nothing
    case handled
    case unheard
  }

  /// The finish, until somebody has handled it.
  private(set) var unhandled: CountdownEnd?

  /// How many are being told of it.
  private var tellings = 0

  /// A finish that nobody was there to hear, and the kinds of bindings of which the first has still to be told of it.
  private var unheard: CountdownEnd?
  private var kindsToTell: Set<CountdownBinding.Kind> = []

  /// Which finish it is: reports on an earlier one come to nothing.
  private(set) var number = 0

  /// Whether it is on its way to somebody.
  var isBeingTold: Bool { tellings > 0 }

  /// Forgets it: nobody is told of it any more.
  mutating func forget() {
    let next = number + 1
    self = KeptFinish()
    number = next
  }

  /// Notes that it has come, or was found in a record.
  mutating func come(_ finish: CountdownEnd) {
    forget()
    unhandled = finish
  }

  /// Notes that somebody is being told of the finish with that number.
  mutating func begin(_ number: Int) {
    if number == self.number { tellings += 1 }
  }

  /// Notes whether somebody who was told of the finish with that number was still there.
  mutating func report(_ number: Int, isHandled: Bool) -> Outcome {
    guard number == self.number else { return .nothing }
    tellings -= 1
    if isHandled {
      let isFirst = unhandled != nil
      unhandled = nil
      return isFirst ? .handled : .nothing
    }
    return settle() ? .unheard : .nothing
  }

  /// Notes that all who are there are being told; answers whether that is nobody, and nobody has handled it.
  @discardableResult
  mutating func settle() -> Bool {
    guard let unhandled, tellings == 0 else { return false }
    unheard = unhandled
    kindsToTell = [.finish, .end]
    return true
  }

  /// The unheard finish, if a binding of that kind has still to be told of it; only once.
  mutating func take(_ kind: CountdownBinding.Kind) -> CountdownEnd? {
    kindsToTell.remove(kind) == nil ? nil : unheard
  }
}

/// A finish that is being told; what those who are told report goes to the record.
struct FinishTelling: Sendable {
  private let countdown: Countdown
  private let keeping: CountdownKeeping
  private let number: Int

  /// Under the timekeeper's lock.
  init(of countdown: Countdown, _ keeping: CountdownKeeping) {
    self.countdown = countdown
    self.keeping = keeping
    number = keeping.finish.number
  }

  /// Notes, under the timekeeper's lock, that somebody is being told.
  func begin() {
    keeping.finish.begin(number)
  }

  /// Notes, under the timekeeper's lock, whether somebody who was told was still there.
  func report(isHandled: Bool, in state: inout TimekeeperState) {
    switch keeping.finish.report(number, isHandled: isHandled) {
    case .nothing:
      break
    case .handled:
      keeping.markUnsaved(countdown, in: &state)
    case .unheard:
      keeping.markUnsaved(countdown, in: &state)
      // Others may have been bound since. This may be called by one of the listeners, so it is not the time to ask.
      state.effects.calls.append { [countdown] in countdown.tellUnheardFinish() }
    }
  }
}
