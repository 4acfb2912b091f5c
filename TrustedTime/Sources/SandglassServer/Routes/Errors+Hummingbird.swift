#if SERVER
  public import HTTPTypes
  public import Hummingbird

  extension ServerClockError: HTTPResponseError {
    /// Status 503.
    public var status: HTTPResponse.Status { .serviceUnavailable }

    /// Creates the response. Its body contains the reason, except for a HEAD request, and its headers forbid caches to
    /// store it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request, which encodes the body.
    /// - Returns: The response.
    /// - Throws: Any error that the encoder throws.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
      try HTTPError(status, headers: [.cacheControl: "no-store"], message: description)
        .answer(to: request, context: context)
    }
  }

  extension DeadlineRefusal: HTTPResponseError {
    /// Status 400.
    public var status: HTTPResponse.Status { .badRequest }

    /// Creates the response. Its body contains the reason, except for a HEAD request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request, which encodes the body.
    /// - Returns: The response.
    /// - Throws: Any error that the encoder throws.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
      try HTTPError(status, message: description).answer(to: request, context: context)
    }
  }

  extension HTTPError {
    /// Creates the response. Without a body for a HEAD request: a client takes one for the next answer of the connection
    /// (RFC 9110, section 9.3.2).
    fileprivate func answer(to request: Request, context: some RequestContext) throws -> Response {
      let response = try response(from: request, context: context)
      return request.method == .head ? response.createHeadResponse() : response
    }
  }

  extension SignedDeadline: ResponseEncodable {}
#endif
