#if SERVER
  import HTTPTypes
  public import Hummingbird

  extension RouterMethods {
    /// Adds the route from which clients, such as `HTTPTimeServer`, request the time.
    ///
    /// ```swift
    /// router.addTimeRoute(clock: clock)
    /// ```
    ///
    /// The route answers a GET request with the following JSON object, and with the header `Cache-Control: no-store`.
    /// All three members are in whole microseconds. `receive` and `transmit` count from the start of 1970 in UTC:
    ///
    /// ```json
    /// {"receive":1893456000000000,"transmit":1893456000000001,"uncertainty":500}
    /// ```
    ///
    /// If the query has an item `nonce` of 1 to 64 ASCII letters, digits, `-` and `_`, the object repeats it in the member
    /// `nonce`, so that the client can tell the answer from that of a cache. Any other nonce is ignored.
    ///
    /// The route also answers HEAD, with the headers of an answer without a nonce, and OPTIONS, with the methods.
    ///
    /// If the uncertainty of the clock is unknown, the route answers with status 503 and the reason. The client then
    /// keeps its earlier interval, if it has one.
    ///
    /// The handler reads `receive` in its first line and `transmit` directly afterwards. It cannot measure the time
    /// that the request and the answer spend in sockets, in the event loop and in middleware. So the client counts that time
    /// as part of the round trip. The client's interval becomes wider by the same amount, and still contains the true
    /// time. Add this route before any middleware that the route does not need, and do not compress the answer.
    ///
    /// To allow requests from pages of another origin, add Hummingbird's `CORSMiddleware` before this route.
    ///
    /// - Parameters:
    ///   - path: The path of the route.
    ///   - clock: The server's clock.
    /// - Returns: The router, to add more routes.
    @discardableResult
    public func addTimeRoute(
      _ path: RouterPath = "time", clock: ServerClock = ServerClock()
    ) -> Self {
      get(path) { request, _ in try timeResponse(clock.answer { nonce(of: request) }) }
      head(path) { _, _ in try timeResponse(clock.answer { nil }).createHeadResponse() }
      return on(path, method: .options) { _, _ in
        Response(status: .noContent, headers: [.allow: "GET, HEAD, OPTIONS"])
      }
    }
  }

  private func timeResponse(_ answer: TimeAnswer) -> Response {
    Response(
      status: .ok, headers: timeHeaders,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.json)))
  }

  private func nonce(of request: Request) -> String? {
    request.uri.queryParameters["nonce"].flatMap {
      TokenWord.isValid($0.utf8) ? String($0) : nil
    }
  }

  /// The headers of each answer, created only once.
  private let timeHeaders: HTTPFields = [
    .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
  ]
#endif
