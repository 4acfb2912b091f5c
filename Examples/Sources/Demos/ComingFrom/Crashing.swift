import Dispatch
import Foundation
import Sandglass

/// Runs this program again for each fault, and prints how it has ended.
func crash() {
  print("Calls in an unusual order:")
  for fault in ["released while suspended", "resumed twice"] {
    for timer in ["DispatchSourceTimer", "RepeatingTimer"] {
      let program = Process()
      program.executableURL = Bundle.main.executableURL
      program.arguments = ["coming-from", "\(timer) \(fault)"]
      program.standardError = FileHandle.nullDevice
      do {
        try program.run()
      } catch {
        fatalError("this program cannot be started again: \(error)")
      }
      program.waitUntilExit()
      let end =
        program.terminationReason == .uncaughtSignal
        ? "crash, by signal \(program.terminationStatus)" : "fine"
      print("  \(timer) \(fault): \(end)")
    }
  }
}

/// Does what must not be done with a dispatch source, and the same with a repeating timer.
@MainActor
func commit(_ fault: String) {
  switch fault {
  case "DispatchSourceTimer released while suspended":
    _ = DispatchSource.makeTimerSource(queue: .main)
  case "DispatchSourceTimer resumed twice":
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.schedule(deadline: .now() + 1, repeating: 1)
    source.resume()
    source.resume()
  case "RepeatingTimer released while suspended":
    RepeatingTimer(every: .seconds(1)) { _ in }.pause()
  case "RepeatingTimer resumed twice":
    let timer = RepeatingTimer(every: .seconds(1)) { _ in }
    timer.resume()
    timer.resume()
  default:
    fatalError("there is no fault '\(fault)'")
  }
}
