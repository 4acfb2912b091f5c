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
/// A request blocks a thread of the server's own queue, never the caller's thread. IPv4 and IPv6 addresses are tried in
/// the system's order. If an address does not answer, the next request goes to the next address. An address that
/// answers is used again.
public final class NTPServer: TimeServer {
  /// The name or the address of the server.
  public let host: String

  /// The port, which is 123 except in tests.
  public let port: UInt16

  /// The time to wait for an answer.
  public let timeout: Duration

  /// The addresses that have not failed yet. Requests go to the first.
  private let addresses = Locked<[DatagramAddress]>([])

  /// Each server has its own queue, so that servers do not wait for each other's name lookups and answers.
  private let queue = DispatchQueue(label: "sandglass ntp", qos: .userInitiated)

  /// Creates a server without looking up its name or sending a request.
  ///
  /// - Parameters:
  ///   - host: The name of the server, or its address as a string.
  ///   - port: The port.
  ///   - timeout: The time to wait for an answer, clamped to the range from a millisecond to ten seconds. Looking up
  ///     the name may take longer.
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
    let reply = PendingReply()
    queue.async { reply.resolve(self.exchange(on: timekeeper)) }
    return try await reply.value().get()
  }

  /// Sends one request, and waits for the answer on this thread.
  private func exchange(on timekeeper: Timekeeper) -> Result<TimeSample, TimeRefusal> {
    do throws(TimeRefusal) {
      let address = try nextAddress()
      do throws(TimeRefusal) {
        return .success(try exchange(with: address, on: timekeeper))
      } catch {
        // The next request goes to the next address. After the last address, the name is looked up again.
        addresses.withLock { if $0.first == address { $0.removeFirst() } }
        throw error
      }
    } catch {
      return .failure(error)
    }
  }

  private func nextAddress() throws(TimeRefusal) -> DatagramAddress {
    if let known = addresses.withLock({ $0.first }) { return known }
    let found = try DatagramAddress.lookUp(host, port: port)
    addresses.withLock { $0 = found }
    guard let first = found.first else { throw .unreachable(0) }
    return first
  }

  private func exchange(
    with address: DatagramAddress, on timekeeper: Timekeeper
  ) throws(TimeRefusal) -> TimeSample {
    let socket = try DatagramSocket(to: address)
    let cookie = UInt64.random(in: 1 ... .max)
    let question = NTPPacket(askingWith: cookie).bytes
    let end = SteadyClock.now + timeout
    let sent = timekeeper.now
    try socket.send(question)
    return try Self.sample(askedWith: cookie, at: sent, on: timekeeper) {
      () throws(TimeRefusal) in try socket.receive(until: end)
    }
  }

  /// Returns the sample of the first valid answer.
  ///
  /// - Parameters:
  ///   - cookie: The random number of the request.
  ///   - sent: The moment at which the request was sent.
  ///   - timekeeper: The timekeeper that measures the moments of the sample.
  ///   - receive: Returns the next datagram; nil after the timeout.
  /// - Returns: The sample.
  /// - Throws: The reason why the answer was refused, or why there is no answer.
  package static func sample(
    askedWith cookie: UInt64, at sent: Moment, on timekeeper: Timekeeper,
    receive: () throws(TimeRefusal) -> [UInt8]?
  ) throws(TimeRefusal) -> TimeSample {
    var passedOver: TimeRefusal?
    while let bytes = try receive() {
      let received = timekeeper.now
      do throws(TimeRefusal) {
        let answer = try NTPPacket(bytes).answer(to: cookie)
        return TimeSample(
          sent: sent, received: received, serverReceived: answer.received,
          serverSent: answer.sent, uncertainty: answer.uncertainty)
      } catch {
        // Anyone can send such datagrams. The server's own answer may still arrive.
        switch error {
        case .wrongOrigin, .wrongLength: passedOver = error
        default: throw error
        }
      }
    }
    throw passedOver ?? .timedOut
  }
}
