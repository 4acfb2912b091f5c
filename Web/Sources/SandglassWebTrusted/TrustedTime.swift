import SandglassCore
import SandglassTrustedTimeCore

// An instance of this module is one clock with one server. WebAssembly without shared memory has one thread, so nothing
// races for this variable.
nonisolated(unsafe) private var machine = TrustedTimeMachine(servers: 1)

/// Forgets all answers, because the page's steady clock has jumped.
@_expose(wasm, "trusted_forget") @_cdecl("trusted_forget")
func trustedForget() {
  machine = TrustedTimeMachine(servers: 1)
}

/// Adds an answer of the server. All times are in milliseconds, and instants count from 1970.
///
/// - Returns: 1, or 0 if the instants are impossible or the server's own clock is not synchronised.
@_expose(wasm, "trusted_add") @_cdecl("trusted_add")
func trustedAdd(
  sent: Double, received: Double, serverReceived: Double, serverSent: Double, uncertainty: Double
) -> Int32 {
  let sample = TimeSample(
    sent: moment(sent), received: moment(received), serverReceived: instant(serverReceived),
    serverSent: instant(serverSent), uncertainty: .nanoseconds(nanoseconds(uncertainty)))
  do throws(TimeRefusal) {
    try machine.add(sample, from: 0)
    return 1
  } catch {
    return 0
  }
}

/// Returns the earliest moment of the steady clock at which the true time may reach an instant; not a number if the time
/// is not known.
@_expose(wasm, "trusted_moment") @_cdecl("trusted_moment")
func trustedMoment(of end: Double) -> Double {
  guard let moments = machine.moments(of: instant(end)) else { return .nan }
  return Double(moments.lowerBound.nanoseconds) / 1_000_000
}

/// Returns the earliest and the latest possible time at a moment; not a number if the time is not known.
@_expose(wasm, "trusted_earliest") @_cdecl("trusted_earliest")
func trustedEarliest(now: Double) -> Double {
  guard let earliest = machine.reading(at: moment(now)).earliest else { return .nan }
  return earliest.timeSince1970.milliseconds
}

@_expose(wasm, "trusted_latest") @_cdecl("trusted_latest")
func trustedLatest(now: Double) -> Double {
  guard let latest = machine.reading(at: moment(now)).latest else { return .nan }
  return latest.timeSince1970.milliseconds
}

/// Whether the server contradicts its earlier answers, so that it should be asked again soon.
@_expose(wasm, "trusted_is_disputed") @_cdecl("trusted_is_disputed")
func trustedIsDisputed() -> Int32 { machine.isSettled(0) ? 0 : 1 }

private func moment(_ milliseconds: Double) -> Moment {
  Moment(nanoseconds: UInt64(max(0, nanoseconds(milliseconds))))
}

private func instant(_ milliseconds: Double) -> WallMoment {
  WallMoment(timeSince1970: .nanoseconds(nanoseconds(milliseconds)))
}

/// The nanoseconds in a number of milliseconds, rounded down. A number beyond 200 years is clamped, and NaN counts as
/// zero.
private func nanoseconds(_ milliseconds: Double) -> Int64 {
  guard !milliseconds.isNaN else { return 0 }
  let limited = min(max(milliseconds, -6e12), 6e12)
  let whole = limited.rounded(.down)
  return Int64(whole) * 1_000_000 + Int64((limited - whole) * 1_000_000)
}
