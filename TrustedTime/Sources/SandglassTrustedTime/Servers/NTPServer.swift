import Dispatch
public import Sandglass
import SandglassCore
public import SandglassTrustedTimeCore

/// An NTP server. Requests are sent over UDP, using SNTP, the simple form of NTP (RFC 4330).
///
/// The answers are not authenticated, so anyone who sees a request can forge an answer to it. Nobody else can, because
/// the answer must repeat a random number and arrive at a port that is new for each request. A forged answer without
/// the right number is ignored. If you can, use your own server over HTTPS. Otherwise, ask at least three servers that
/// are run by different operators (RFC 8633, section 3.2).
///
/// A request blocks a thread of the server's own queue, never the caller's thread. All IPv4 and IPv6 addresses of the name
/// are tried within the timeout, in the system's order: if one does not answer soon, the next one is asked too, and the
/// first answer counts. At most eight addresses are asked that stay silent; those that cannot be reached do not count. An
/// address that answers is asked first from then on.
///
/// Not available on watchOS, where an app has no sockets (Apple's technote TN3135).
@available(watchOS, unavailable, message: "A watch has no sockets for apps. Use HTTPTimeServer.")
public final class NTPServer: TimeServer {
  /// The name or the address of the server.
  public let host: String

  /// The port, which is 123 except in tests.
  public let port: UInt16

  /// The time to wait for an answer.
  public let timeout: Duration

  /// The addresses from the latest name lookup. If the latest request was answered, the first one answered it.
  private let addresses = Locked<(list: [DatagramAddress], isFirstKnown: Bool)>(([], false))

  /// Each server has its own queue, so that servers do not wait for each other's name lookups and answers.
  private let queue = DispatchQueue(label: "sandglass ntp", qos: .userInitiated)

  /// Creates a server without looking up its name or sending a request.
  ///
  /// - Parameters:
  ///   - host: The name of the server, or its address as a string.
  ///   - port: The port.
  ///   - timeout: The time to wait for an answer, clamped to the range from a millisecond to ten seconds. If looking up the
  ///     name takes longer, the request fails half a second after the timeout.
  public init(_ host: String, port: UInt16 = 123, timeout: Duration = .seconds(3)) {
    self.host = host
    self.port = port
    self.timeout = min(max(.milliseconds(1), timeout), .seconds(10))
  }

  /// Sends one request.
  ///
  /// - Parameter timekeeper: The timekeeper that measures the moments of the sample.
  /// - Returns: The sample.
  /// - Throws: The reason why the answer was refused, or why there is no answer. If the task is cancelled, `cancelled`
  ///   is thrown immediately, but the thread stays blocked until the timeout.
  public func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
    let reply = Pending<Result<TimeSample, TimeRefusal>>(ifCancelled: .failure(.cancelled))
    let end = SteadyClock.now + timeout
    queue.async {
      // A name lookup may have blocked the queue until no task waits for the reply.
      if !reply.isResolved { reply.resolve(self.exchange(on: timekeeper, until: end)) }
    }
    let limit = Timekeeper.shared.schedule(at: end + .milliseconds(500)) { _ in
      reply.resolve(.failure(.unsent(0)))
    }
    defer { Timekeeper.shared.cancel(limit) }
    return try await reply.value().get()
  }

  /// Sends one request, and waits for the answer on this thread.
  private func exchange(
    on timekeeper: Timekeeper, until end: Moment
  ) -> Result<TimeSample, TimeRefusal> {
    do throws(TimeRefusal) {
      var (list, isFirstKnown) = addresses.withLock { $0 }
      if list.isEmpty { list = try DatagramAddress.lookUp(host, port: port) }
      // After a failure, the name is looked up again.
      addresses.withLock { $0 = ([], false) }
      var exchange = NTPExchange(
        with: list, isFirstKnown: isFirstKnown, until: end, on: timekeeper)
      let (sample, address) = try exchange.run()
      let ordered = [address] + list.filter { $0 != address }
      addresses.withLock { $0 = (ordered, true) }
      return .success(sample)
    } catch {
      return .failure(error)
    }
  }
}
