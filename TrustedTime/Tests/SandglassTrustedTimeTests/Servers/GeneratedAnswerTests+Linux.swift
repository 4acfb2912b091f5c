#if os(Linux) && HTTP_CLIENT
  import Foundation
  import Sandglass
  import SandglassCore
  import SandglassTestSupport
  import SandglassTrustedTime
  import Testing

  /// The clients against answers of every kind: interim, cut, split, damaged, chunked, with trailers.
  @Suite(.machine)
  struct GeneratedAnswerTests {
    /// How a request ended.
    private enum Verdict: Hashable {
      case answered
      case refused(TimeRefusal)

      init(_ server: HTTPTimeServer) async throws {
        do throws(TimeRefusal) {
          let sample = try await server.ask(on: .shared)
          let interval = try OffsetBound(sample).wall(
            at: Timekeeper.shared.now, drift: .standard)
          #expect(interval.lowerBound <= WallMoment.now)
          #expect(WallMoment.now - interval.upperBound < .seconds(1))
          self = .answered
        } catch {
          self = .refused(error)
        }
      }

      /// What the verdict does: a time, or fewer requests.
      var effect: String {
        switch self {
        case .answered: "answered"
        case .refused(.rate): "rate"
        case .refused(.denied): "denied"
        case .refused: "refused"
        }
      }

      /// The verdict without details that depend on the client or on when the connection ends.
      var kind: String {
        switch self {
        case .answered: "answered"
        case .refused(.unreachable): "unreachable"
        case .refused(.wrongLength): "too long"
        case .refused(let refusal): "\(refusal)"
        }
      }
    }

    @Test("Whatever is answered, the process goes on, and no request takes long or is wrong")
    func anything() async throws {
      let server = try #require(
        AnswerServer(SeededGenerator(for: "generated answers"), isPlain: false))
      defer { server.shutDown() }
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [address = server.address as String, count = repetitions(1_000_000) as Int] in
        let url = try #require(URL(string: address))
        let clients = 16
        let verdicts = try await withThrowingTaskGroup(of: [String: Int].self) { group in
          for client in 0..<clients {
            group.addTask {
              try await Self.ask(url, count / clients + (client < count % clients ? 1 : 0))
            }
          }
          return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        #expect(verdicts.values.reduce(0, +) == count)
        #expect(verdicts["answered", default: 0] > count / 100)
        Self.show("\(count) generated answers", verdicts)
      }
      Self.show(result)
    }

    /// Prints what the process with the client has printed.
    private static func show(_ result: ExitTest.Result?) {
      print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    /// Sends some requests, and returns how often they ended in each way.
    private static func ask(_ url: URL, _ count: Int) async throws -> [String: Int] {
      var verdicts: [String: Int] = [:]
      var server = HTTPTimeServer(url, timeout: .milliseconds(100), over: .asyncHTTPClient)
      for number in 0..<count {
        if number % 100 == 99 {
          server = HTTPTimeServer(url, timeout: .milliseconds(100), over: .asyncHTTPClient)
        }
        let began = Timekeeper.shared.now
        verdicts[try await Verdict(server).kind, default: 0] += 1
        // The limit is a tenth of a second, and the machine may be busy.
        #expect(Timekeeper.shared.now - began < .seconds(10))
      }
      return verdicts
    }

    private static func show(_ what: String, _ verdicts: [String: Int]) {
      print("\(what):")
      for (verdict, count) in verdicts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        print("  \(count)  \(verdict)")
      }
    }

    #if URL_SESSION_ON_LINUX
      @Test("What async-http-client makes of a valid answer, URLSession makes of it")
      func sameVerdicts() async throws {
        let random = SeededGenerator(for: "answers for both clients")
        let server = try #require(AnswerServer(random, isPlain: true))
        defer { server.shutDown() }
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardOutputContent]
        ) { [address = server.address as String, count = repetitions(100_000) as Int] in
          var random = SeededGenerator(for: "answers for both clients")
          var verdicts: [String: Int] = [:]
          for _ in 0..<count {
            let seed = random.next()
            let url = try #require(URL(string: "\(address)?seed=\(seed)"))
            var (effects, kinds): ([String], [String]) = ([], [])
            for client in [HTTPTransport.asyncHTTPClient, .urlSession] {
              let server = HTTPTimeServer(url, timeout: .seconds(10), over: client)
              let verdict = try await Verdict(server)
              effects.append(verdict.effect)
              kinds.append(verdict.kind)
            }
            let isSame = kinds[0] == kinds[1]
            verdicts[isSame ? kinds[0] : kinds.joined(separator: " | "), default: 0] += 1
            #expect(effects[0] == effects[1], "seed \(seed): \(kinds)")
          }
          Self.show("\(count) answers for both clients", verdicts)
        }
        Self.show(result)
      }
    #endif
  }
#endif
