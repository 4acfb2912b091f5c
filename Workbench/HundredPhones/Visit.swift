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
  /// The deadline of the countdown, as a true time.
  let closed: WallMoment

  /// The width of the clock's interval. The screen may close early by at most this width.
  let bound: Duration

  /// How long after the deadline the program received the end. This depends on the load of the machine.
  let delivered: Duration

  /// The time until the end of the sale when the screen closed, by the phone's own clock. It is negative if the sale
  /// had already ended by that clock.
  let ownRemaining: Duration
}

/// The server's answer to a request to buy.
struct OrderResult: Sendable {
  /// When the request was sent, after its simulated delay, and when its answer had arrived. The server received the
  /// request in between.
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
