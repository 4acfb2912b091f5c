import Dispatch
import SandglassCore
import SandglassTrustedTimeCore

/// A proxy that delays and loses NTP packets on their way to a server and back.
///
/// Sendable: the random numbers and the clients' ports are accessed only on the queue, and nothing else changes.
final class DelayingProxy: @unchecked Sendable {
  /// The port to which the clients send their requests.
  var port: UInt16 { clientSide.port }

  private let out: ClosedRange<Duration>
  private let back: ClosedRange<Duration>
  private let percentLost: Int
  private let server: UInt16
  private let host: UInt32
  private let clientSide: LoopbackSocket
  private let serverSide: LoopbackSocket
  private let queue = DispatchQueue(label: "sandglass proxy", qos: .userInteractive)
  private let requests: any DispatchSourceRead
  private let answers: any DispatchSourceRead
  private var random: Random

  /// The port from which each request came. The server's answer repeats the transmit timestamp of the request.
  private var clients: [NTPTimestamp: UInt16] = [:]

  /// Starts a proxy, which runs until `stop()`.
  init(
    to server: UInt16, of host: UInt32 = LoopbackSocket.loopback, out: ClosedRange<Duration>,
    back: ClosedRange<Duration>, percentLost: Int, seed: UInt64
  ) throws(FailedCall) {
    self.out = out
    self.back = back
    self.percentLost = percentLost
    self.server = server
    self.host = host
    random = Random(seed)
    clientSide = try LoopbackSocket()
    serverSide = try LoopbackSocket(on: LoopbackSocket.any)
    requests = DispatchSource.makeReadSource(fileDescriptor: clientSide.number, queue: queue)
    answers = DispatchSource.makeReadSource(fileDescriptor: serverSide.number, queue: queue)
    requests.setEventHandler { self.passRequests() }
    answers.setEventHandler { self.passAnswers() }
    requests.activate()
    answers.activate()
  }

  /// Stops the proxy. Its sockets are closed after the last delay.
  func stop() {
    requests.cancel()
    answers.cancel()
  }

  private func passRequests() {
    while let (bytes, client) = clientSide.receive() {
      guard let packet = try? NTPPacket(bytes) else { continue }
      pass(after: out) {
        self.clients[packet.transmit] = client
        self.serverSide.send(bytes, to: self.server, of: self.host)
      }
    }
  }

  private func passAnswers() {
    while let (bytes, _) = serverSide.receive() {
      guard let packet = try? NTPPacket(bytes),
        let client = clients.removeValue(forKey: packet.origin)
      else { continue }
      pass(after: back) { self.clientSide.send(bytes, to: client) }
    }
  }

  /// Calls `send` after a random delay, unless the datagram is lost.
  private func pass(after delay: ClosedRange<Duration>, _ send: @escaping () -> Void) {
    guard !random.happens(inPercent: percentLost) else { return }
    let nanoseconds = Int(random.duration(delay) / .nanoseconds(1))
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .nanoseconds(0))
    timer.setEventHandler {
      // The timer retains itself through this closure until it is cancelled.
      timer.cancel()
      send()
    }
    timer.activate()
  }
}
