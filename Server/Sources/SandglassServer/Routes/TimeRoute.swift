import HTTPTypes
public import Hummingbird

extension RouterMethods {
  /// Adds the route that clients ask for the time, such as `HTTPTimeServer`.
  ///
  /// ```swift
  /// router.addTimeRoute(clock: clock)
  /// ```
  ///
  /// It answers a GET request with a JSON object in whole microseconds since the start of 1970 in UTC, and with
  /// `Cache-Control: no-store`:
  ///
  /// ```json
  /// {"receive":1893456000000000,"transmit":1893456000000001,"uncertainty":500}
  /// ```
  ///
  /// If the clock does not know its uncertainty, the status is 503 with the reason. The client then keeps its earlier
  /// interval, or has none.
  ///
  /// The handler reads `receive` in its first line and `transmit` directly afterwards. It cannot see the time that the
  /// request and the answer spend in sockets, in the event loop and in middleware. So the client counts that time as
  /// part of the round trip. Its interval becomes wider by as much, and still contains true time. Add this route before
  /// any middleware that it does not need, and do not compress its answer.
  ///
  /// For browsers of another origin, add Hummingbird's `CORSMiddleware` before this route.
  ///
  /// - Parameters:
  ///   - path: The path of the route.
  ///   - clock: The server's clock.
  /// - Returns: The router, to add more routes.
  @discardableResult
  public func addTimeRoute(
    _ path: RouterPath = "time", clock: ServerClock = ServerClock()
  ) -> Self {
    get(path) { _, _ in
      let answer = try clock.answer()
      return Response(
        status: .ok, headers: timeHeaders,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.json)))
    }
  }
}

/// The headers of each answer, made once.
private let timeHeaders: HTTPFields = [
  .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
]
