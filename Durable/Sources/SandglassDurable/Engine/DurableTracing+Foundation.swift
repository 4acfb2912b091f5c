#if DURABLE
  import Foundation
  import SandglassCore
  import Tracing

  extension DurableRequest {
    /// Returns the same request with the trace of the task that makes it.
    func traced() -> DurableRequest {
      guard operation.isStart, let context = ServiceContext.current else { return self }
      var names: [String: String] = [:]
      InstrumentationSystem.instrument.inject(context, into: &names, using: TraceNames())
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      // A countdown without a trace is better than none.
      guard !names.isEmpty, let json = try? encoder.encode(names),
        json.count <= DurableLimits.traceBytes
      else { return self }
      var request = self
      request.attachment.trace = String(decoding: json, as: UTF8.self)
      return request
    }
  }

  extension DurableEvent {
    /// Calls a body in a span that joins the trace of the task that started the countdown.
    ///
    /// Handlers are called in such a span. Where you read ``DurableCountdowns/events`` yourself, call this. Without a tracer
    /// of [swift-distributed-tracing](https://github.com/apple/swift-distributed-tracing), it only calls the body.
    ///
    /// - Parameters:
    ///   - isolation: The isolation of the caller, in which the body is called.
    ///   - body: What handles the event.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; the span has it, too.
    public func inSpan<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await withSpan(
        "sandglass.event", context: context, ofKind: .consumer, isolation: isolation
      ) { span in
        describe(in: span)
        return try await body()
      }
    }

    /// As ``inSpan(isolation:_:)``, for a body that does not wait, such as a handler in a transaction.
    public func inSpan<Result>(_ body: () throws -> Result) rethrows -> Result {
      try withSpan("sandglass.event", context: context, ofKind: .consumer) { span in
        describe(in: span)
        return try body()
      }
    }

    private var context: ServiceContext {
      var context = ServiceContext.topLevel
      if let trace,
        let names = try? JSONDecoder().decode([String: String].self, from: Data(trace.utf8))
      {
        InstrumentationSystem.instrument.extract(names, into: &context, using: TraceNames())
      }
      return context
    }

    private func describe(in span: any Span) {
      span.attributes["sandglass.event"] = id
      span.attributes["sandglass.countdown"] = countdown
      span.attributes["sandglass.attempt"] = attempt
    }
  }

  /// The names and values by which a trace goes from one process to another.
  private struct TraceNames: Injector, Extractor {
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
      carrier[key] = value
    }

    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
  }
#endif
