import Sandglass
import SandglassCore
import SandglassTrustedTimeCore

/// One request to an NTP server, which may go to several of its addresses. It blocks its thread.
struct NTPExchange {
  /// A request to one address.
  private struct Attempt {
    let index: Int
    let socket: DatagramSocket
    let cookie: UInt64
    let sent: Moment
  }

  private let addresses: [DatagramAddress]
  private let timekeeper: Timekeeper
  private var race: AddressRace
  private var attempts: [Attempt] = []

  /// The reason to throw if no valid answer follows.
  private var refusal = TimeRefusal.unsent(0)

  init(
    with addresses: [DatagramAddress], isFirstKnown: Bool, until end: Moment,
    on timekeeper: Timekeeper
  ) {
    self.addresses = addresses
    self.timekeeper = timekeeper
    race = AddressRace(
      addresses: addresses.count, isFirstKnown: isFirstKnown, at: SteadyClock.now, until: end)
  }

  /// Sends the requests, and waits for the first valid answer.
  mutating func run() throws(TimeRefusal) -> (sample: TimeSample, address: DatagramAddress) {
    while true {
      switch race.step(at: SteadyClock.now) {
      case .ask(let index): ask(index)
      case .wait(let moment):
        DatagramSocket.wait(for: attempts.map(\.socket), until: moment)
        for attempt in attempts {
          if let sample = try sample(of: attempt) { return (sample, addresses[attempt.index]) }
        }
      case .end: throw refusal
      }
    }
  }

  private mutating func ask(_ index: Int) {
    do throws(TimeRefusal) {
      let socket = try DatagramSocket(to: addresses[index])
      let cookie = UInt64.random(in: 1 ... .max)
      let question = NTPPacket(askingWith: cookie).bytes
      let sent = timekeeper.now
      try socket.send(question)
      note(.timedOut)
      attempts.append(Attempt(index: index, socket: socket, cookie: cookie, sent: sent))
    } catch {
      fail(index, error)
    }
  }

  /// Returns the sample of an attempt, or nil if no valid answer has arrived.
  ///
  /// - Throws: `rate` or `denied`. After any other refusal, the next address is asked.
  private mutating func sample(of attempt: Attempt) throws(TimeRefusal) -> TimeSample? {
    do throws(TimeRefusal) {
      while let bytes = try attempt.socket.receive() {
        let received = timekeeper.now
        do throws(TimeRefusal) {
          let answer = try NTPPacket(bytes).answer(to: attempt.cookie)
          return TimeSample(
            sent: attempt.sent, received: received, serverReceived: answer.received,
            serverSent: answer.sent, uncertainty: answer.uncertainty)
        } catch {
          // Anyone can send such datagrams. The server's own answer may still arrive.
          switch error {
          case .wrongOrigin, .wrongLength: note(error)
          default: throw error
          }
        }
      }
    } catch {
      switch error {
      case .rate, .denied: throw error
      default: fail(attempt.index, error)
      }
    }
    return nil
  }

  private mutating func fail(_ index: Int, _ error: TimeRefusal) {
    note(error)
    race.fail(index)
    attempts.removeAll { $0.index == index }
  }

  /// Notes a refusal, unless an earlier one says more. A request that did leave the machine says more than one that did
  /// not, and a wrong answer says more than none.
  private mutating func note(_ new: TimeRefusal) {
    switch (refusal, new) {
    case (.unsent, _): refusal = new
    case (.timedOut, .unsent): break
    case (.timedOut, _): refusal = new
    default: break
    }
  }
}
