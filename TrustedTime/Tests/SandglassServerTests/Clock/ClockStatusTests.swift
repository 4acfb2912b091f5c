import Sandglass
import SandglassTestSupport
import Testing

@testable import SandglassServer

struct ClockStatusTests {
  private static func uncertainty(
    _ status: ClockStatus, ifUnsynchronized substitute: Duration? = nil,
    adding added: Duration = .zero
  ) throws -> Duration {
    try status.uncertainty(ifUnsynchronized: substitute, adding: added)
  }

  @Test("The uncertainty has the maximum error, the pending correction and the growth of a second")
  func synchronized() throws {
    let status = ClockStatus.synchronized(maximumError: 2000, pendingCorrection: -300_000)
    #expect(try Self.uncertainty(status) == .microseconds(2800))
    #expect(try Self.uncertainty(status, adding: .milliseconds(20)) == .microseconds(22_800))
    #expect(try Self.uncertainty(status, adding: .milliseconds(-20)) == .microseconds(2800))
    #expect(try Self.uncertainty(status, ifUnsynchronized: .zero) == .microseconds(2800))
  }

  @Test("A time service that reports no error still has the growth of a second")
  func nothing() throws {
    let status = ClockStatus.synchronized(maximumError: 0, pendingCorrection: 0)
    #expect(try Self.uncertainty(status) == .microseconds(500))
  }

  @Test("Extreme values of the kernel do not trap")
  func extremes() throws {
    for value in [Int64.min, -1, 0, .max] {
      let status = ClockStatus.synchronized(maximumError: value, pendingCorrection: value)
      #expect(try Self.uncertainty(status) >= .microseconds(500))
    }
  }

  @Test("A clock that is not synchronised has no uncertainty, unless one is assumed")
  func unsynchronized() throws {
    #expect(throws: ServerClockError.unsynchronized) { try Self.uncertainty(.unsynchronized) }
    #expect(throws: ServerClockError.unavailable(1)) { try Self.uncertainty(.unavailable(1)) }
    for status in [ClockStatus.unsynchronized, .unavailable(1)] {
      let assumed = try Self.uncertainty(status, ifUnsynchronized: .milliseconds(7))
      #expect(assumed == .milliseconds(7))
      #expect(try Self.uncertainty(status, ifUnsynchronized: .milliseconds(-7)) == .zero)
    }
  }

  @Test("The system's clock agrees with its status", .machine)
  func system() throws {
    let before = WallMoment.now
    let assumed = ServerClock(uncertaintyIfUnsynchronized: .seconds(3))
    let instant = try assumed.now()
    #expect(before <= instant.wall && instant.wall <= WallMoment.now)
    switch ClockStatus.current {
    case .synchronized: #expect(try ServerClock().now().uncertainty >= .microseconds(500))
    case .unsynchronized:
      #expect(throws: ServerClockError.unsynchronized) { try ServerClock().now() }
      #expect(instant.uncertainty == .seconds(3))
    case .unavailable(let code):
      #expect(throws: ServerClockError.unavailable(code)) { try ServerClock().now() }
      #expect(instant.uncertainty == .seconds(3))
    }
  }

  @Test("Each error has a description")
  func descriptions() {
    #expect(ServerClockError.unsynchronized.description == "the server's clock is not synchronized")
    #expect(
      ServerClockError.unavailable(38).description
        == "the system does not report its clock's status (error 38)")
  }
}
