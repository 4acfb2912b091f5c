#if SERVER
  public import HTTPTypes
  public import Hummingbird

  extension ServerClockError: HTTPResponseError {
    /// Status 503.
    public var status: HTTPResponse.Status { .serviceUnavailable }

    /// Creates the response. Its body contains the reason, and its headers forbid caches to store it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request, which encodes the body.
    /// - Returns: The response.
    /// - Throws: Any error that the encoder throws.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
      try HTTPError(status, headers: [.cacheControl: "no-store"], message: description)
        .response(from: request, context: context)
    }
  }

  extension DeadlineRefusal: HTTPResponseError {
    /// Status 400.
    public var status: HTTPResponse.Status { .badRequest }

    /// Creates the response. Its body contains the reason.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request, which encodes the body.
    /// - Returns: The response.
    /// - Throws: Any error that the encoder throws.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
      try HTTPError(status, message: description).response(from: request, context: context)
    }
  }

  extension SignedDeadline: ResponseEncodable {}
#endif
