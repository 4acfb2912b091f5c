import Sandglass

/// The result of one phone's visit.
struct Visit: Sendable {
  let plan: PhonePlan
  let end: WallMoment
  let screen: ScreenClose
  let order: OrderResult

  /// How long before the end the screen closed. It is negative for a screen that closed late.
  var closedEarly: Duration { end - screen.closed }

  /// How long after the end the server received the request to buy, or nil if it refused the token.
  var receivedAfterEnd: Duration? { order.received.map { $0 - end } }
}

/// The end of a countdown on a screen.
struct ScreenClose: Sendable {
  /// The deadline of the countdown, in true time.
  let closed: WallMoment

  /// The width of the clock's interval, by which the screen may close early.
  let bound: Duration

  /// How long after its deadline the program learned of the end, which depends on the load of the machine.
  let delivered: Duration

  /// The time that was left by the phone's own clock. It is negative if the sale had ended before by that clock.
  let ownRemaining: Duration
}

/// The server's answer to a request to buy.
struct OrderResult: Sendable {
  /// When the request left, after the time that it takes, and when its answer was there. The server received it in
  /// between.
  let sent: WallMoment
  let answered: WallMoment

  /// The server's answer, or nil if it refused the token.
  var answer: OrderAnswer?

  /// The reason why the server refused the token.
  var refusal: String?

  var received: WallMoment? {
    answer.map { WallMoment(nanosecondsSince1970: Int128($0.received)) }
  }

  var uncertainty: Duration { .nanoseconds(answer?.uncertainty ?? 0) }
}
