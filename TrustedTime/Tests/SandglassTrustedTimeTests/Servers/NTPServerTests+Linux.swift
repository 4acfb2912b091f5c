#if os(Linux)
  import Glibc
  import Sandglass
  import SandglassCore
  import SandglassTestSupport
  import SandglassTesting
  import SandglassTrustedTime
  import Testing

  /// Tests with real sockets, on the loopback interface.
  @Suite(.machine)
  struct NTPServerTests {
    /// The answer of a server that has this machine's time.
    private static func answer(to question: [UInt8]) -> NTPPacket {
      var packet = NTPPacket(askingWith: 0)
      packet.mode = 4
      packet.stratum = 1
      packet.precision = -20
      packet.origin = (try? NTPPacket(question))?.transmit ?? NTPTimestamp(bits: 0)
      packet.receive = NTPTimestamp(WallMoment.now)
      packet.transmit = packet.receive
      return packet
    }

    /// Sends a request to a server that answers once, with the given packets. The server has its own thread, so that a
    /// failing test does not wait for it.
    private static func ask(
      _ family: Int32 = AF_INET, timeout: Duration = .seconds(10),
      _ answers: @escaping @Sendable ([UInt8]) -> [[UInt8]]
    ) async throws -> TimeSample? {
      guard let socket = LoopbackSocket(family: family) else { return nil }
      socket.onThread { $0.answerOnce(answers) }
      let host = family == AF_INET6 ? "::1" : "127.0.0.1"
      return try await NTPServer(host, port: socket.port, timeout: timeout).ask(on: .shared)
    }

    @Test(
      "The bound of an answer contains this machine's time, over IPv4 and IPv6",
      arguments: [AF_INET, AF_INET6])
    func good(family: Int32) async throws {
      guard let sample = try await Self.ask(family, { [Self.answer(to: $0).bytes] }) else { return }
      let bound = try OffsetBound(sample)
      let interval = bound.wall(at: Timekeeper.shared.now, drift: .standard)
      let now = WallMoment.now
      // The wall clock is read a second time later.
      #expect(interval.lowerBound <= now)
      #expect(sample.received >= sample.sent)
    }

    @Test("A request has 48 bytes, and a new random number each time")
    func question() async throws {
      let seen = Locked<[[UInt8]]>([])
      for _ in 0..<2 {
        _ = try await Self.ask { question in
          seen.withLock { $0.append(question) }
          return [Self.answer(to: question).bytes]
        }
      }
      let questions = seen.withLock { $0 }
      #expect(
        questions.allSatisfy {
          $0.count == 48 && $0.prefix(40) == [0x23] + Array(repeating: 0, count: 39)
        })
      #expect(questions.first != questions.last)
    }

    @Test("A forged answer that arrives first is ignored, and so is a truncated one")
    func forged() async throws {
      let sample = try await Self.ask { question in
        var forged = Self.answer(to: question)
        forged.origin = NTPTimestamp(bits: 7)
        forged.transmit = NTPTimestamp(WallMoment.now + .seconds(3600))
        var denial = forged
        denial.stratum = 0
        denial.referenceID = 0x4445_4E59
        return [forged.bytes, denial.bytes, [1, 2, 3], [], Self.answer(to: question).bytes]
      }
      let skew = try #require(sample).serverSent - WallMoment.now
      #expect(skew < .seconds(1000))
    }

    @Test("An ignored answer is reported if no valid one follows")
    func forgedAlone() async {
      await #expect(throws: TimeRefusal.wrongOrigin) {
        try await Self.ask(timeout: .milliseconds(300)) { question in
          var forged = Self.answer(to: question)
          forged.origin = NTPTimestamp(bits: 7)
          return [forged.bytes]
        }
      }
    }

    @Test(
      "If the first address of a name does not answer, the next one is asked within the same request"
    )
    func addresses() async throws {
      guard access("/etc/hosts", R_OK) == 0 else {
        print("not run: a name with several addresses (this needs /etc/hosts)")
        return
      }
      // The name has ::1 first where the system has IPv6, and the server listens on 127.0.0.1 alone.
      let socket = try #require(LoopbackSocket())
      socket.onThread { $0.answerOnce { [Self.answer(to: $0).bytes] } }
      _ = try await NTPServer("localhost", port: socket.port, timeout: .seconds(10)).ask(
        on: .shared)
    }

    @Test("A kiss-o'-death packet ends the request at once")
    func denied() async {
      await #expect(throws: TimeRefusal.denied) {
        try await Self.ask { question in
          var packet = Self.answer(to: question)
          packet.stratum = 0
          packet.referenceID = 0x4445_4E59
          return [packet.bytes]
        }
      }
    }

    @Test("Silence lasts until the timeout, and a port without a listener fails at once")
    func silence() async throws {
      let socket = try #require(LoopbackSocket())
      await #expect(throws: TimeRefusal.timedOut) {
        try await NTPServer("127.0.0.1", port: socket.port, timeout: .milliseconds(20)).ask(
          on: .shared)
      }
      let closed = try #require(LoopbackSocket(isListening: false))
      await #expect(throws: TimeRefusal.unreachable(ECONNREFUSED)) {
        try await NTPServer("127.0.0.1", port: closed.port, timeout: .seconds(10)).ask(on: .shared)
      }
      withExtendedLifetime((socket, closed)) {}
    }

    @Test("A request to an invalid name is not sent")
    func name() async {
      do {
        _ = try await NTPServer("no such name").ask(on: .shared)
        Issue.record("it was found")
      } catch {
        guard case .unsent = error else {
          Issue.record("\(error)")
          return
        }
      }
    }

    @Test("A task that is cancelled does not wait for the answer")
    func cancelled() async throws {
      let socket = try #require(LoopbackSocket())
      let server = NTPServer("127.0.0.1", port: socket.port, timeout: .seconds(10))
      let task = Task { try await server.ask(on: .shared) }
      // On the socket's own thread, which does not wait for one of the few threads of Swift concurrency.
      socket.onThread { socket in
        socket.answerOnce { _ in
          task.cancel()
          return []
        }
      }
      await #expect(throws: TimeRefusal.cancelled) { try await task.value }
    }
  }
#endif
