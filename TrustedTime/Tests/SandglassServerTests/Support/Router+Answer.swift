#if SERVER
  import HTTPTypes
  import Hummingbird
  import Logging
  import NIOEmbedded

  struct Answer {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer

    var text: String { String(buffer: body) }
  }

  /// HummingbirdTesting has such functions as well, but compiles a TLS library for them.
  extension Router<BasicRequestContext> {
    /// Handles a request without a socket.
    func answer(
      _ method: HTTPRequest.Method, _ path: String, body: ByteBuffer = ByteBuffer()
    ) async throws -> Answer {
      let head = HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: path,
        headerFields: [.contentType: "application/json"])
      let source = ApplicationRequestContextSource(
        channel: NIOAsyncTestingChannel(), logger: Logger(label: "test"))
      let response = try await buildResponder().respond(
        to: Request(head: head, body: RequestBody(buffer: body)),
        context: BasicRequestContext(source: source))
      let collected = CollectedBody()
      try await response.body.write(collected)
      return Answer(status: response.status, headers: response.headers, body: collected.buffer)
    }
  }

  private final class CollectedBody: ResponseBodyWriter {
    private(set) var buffer = ByteBuffer()

    func write(_ part: ByteBuffer) {
      buffer.writeImmutableBuffer(part)
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
  }
#endif
