import Dispatch
public import Sandglass
import SandglassCore
public import SandglassTrustedTimeCore

/// A server that speaks NTP, asked over UDP as a simple client does (RFC 4330).
///
/// The answer is not authenticated: whoever sees the question can forge one. Who does not see it cannot, as the
/// answer has to repeat a random number, and comes to a port that is new with each question; a forged answer that comes
/// first is passed over, and the right one is waited for. Prefer one's own server over HTTPS; ask at least three
/// servers of different operators otherwise (RFC 8633, section 3.2).
///
/// A question waits on a thread of a queue of its own, never on the caller's. IPv4 and IPv6, in the system's order: an
/// address that does not answer gives way to the next one with the next question, and one that does is kept.
public final class NTPServer: TimeServer {
  /// The name or the address of the server.
  public let host: String

  /// The port: 123, but for tests.
  public let port: UInt16

  /// How long an answer is waited for.
  public let timeout: Duration

  /// The addresses that are still to be tried; the first is asked.
  private let addresses = Locked<[DatagramAddress]>([])

  /// One thread for all servers' names and answers would have them wait for each other.
  private let queue = DispatchQueue(label: "sandglass ntp", qos: .userInitiated)

  /// Makes a server. Nothing is looked up or sent.
  ///
  /// - Parameters:
  ///   - host: Its name, or its address as text.
  ///   - port: Its port.
  ///   - timeout: How long an answer is waited for, from a millisecond to ten seconds; other times count as the nearest of
  ///     those. To look up the name may take longer.
  public init(_ host: String, port: UInt16 = 123, timeout: Duration = .seconds(3)) {
    self.host = host
    self.port = port
    self.timeout = min(max(.milliseconds(1), timeout), .seconds(10))
  }

  /// Asks once.
  ///
  /// - Parameter timekeeper: Whose moments the sample has.
  /// - Returns: The sample.
  /// - Throws: Why the answer counts for nothing, or that there is none. `cancelled` as soon as the task is; its thread goes
  ///   on to the end of the timeout.
  public func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
    let reply = PendingReply()
    queue.async { reply.resolve(self.exchange(on: timekeeper)) }
    return try await reply.value().get()
  }

  /// Asks, and waits for the answer, on this thread.
  private func exchange(on timekeeper: Timekeeper) -> Result<TimeSample, TimeRefusal> {
    do throws(TimeRefusal) {
      let address = try nextAddress()
      do throws(TimeRefusal) {
        return .success(try exchange(with: address, on: timekeeper))
      } catch {
        // The next one is asked next time; after the last, the name is looked up anew.
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
    var passedOver: TimeRefusal?
    while let bytes = try socket.receive(until: end) {
      let received = timekeeper.now
      do throws(TimeRefusal) {
        let answer = try NTPPacket(bytes).answer(to: cookie)
        return TimeSample(
          sent: sent, received: received, serverReceived: answer.received,
          serverSent: answer.sent, uncertainty: answer.uncertainty)
      } catch {
        // Anybody can send these; the server's own answer may still come.
        switch error {
        case .wrongOrigin, .wrongLength: passedOver = error
        default: throw error
        }
      }
    }
    throw passedOver ?? .timedOut
  }
}
