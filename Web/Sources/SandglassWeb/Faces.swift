import SandglassCore

/// Returns a displayed time in steps of a clock face's last field, such as tenths of a second, rounded as the core rounds
/// it. JavaScript splits the steps into fields, because text would double the size of this module.
///
/// - Parameters:
///   - time: The displayed time in milliseconds.
///   - roundsDown: Whether to round down, as for overtime and stopwatches, and not up, as for remaining times.
///   - decimalPlaces: The number of decimal places of the seconds, from 0 to 3.
@_expose(wasm, "clock_face_steps") @_cdecl("clock_face_steps")
func clockFaceSteps(time: Double, roundsDown: Int32, decimalPlaces: Int32) -> Double {
  let style = ClockFace.Style(decimalPlaces: Int(decimalPlaces))
  let duration = Duration(milliseconds: time)
  let face =
    roundsDown == 0
    ? ClockFace(duration, style: style) : ClockFace(elapsed: duration, style: style)
  return (0..<decimalPlaces).reduce(Double(face.seconds)) { steps, _ in steps * 10 }
    + Double(face.fraction)
}
