import Dispatch
import Sandglass
import SandglassCore

/// Runs the program that the user wants to be run when something happens.
///
/// A program has been started when ``start(_:adding:)`` returns, and the event is acknowledged after
/// that. So it is started at least once for each event, whatever happens to this process. It is started
/// again only if this process is killed in between, and then with the same number.
@MainActor
final class EventPrograms {
  /// Called with each line that a program writes, and with what is to be said about it.
  private let report: (String) -> Void

  /// Called when no program is running any more.
  var onIdle: (() -> Void)?

  private(set) var running = 0

  init(report: @escaping (String) -> Void) {
    self.report = report
  }

  func start(_ words: [String], adding variables: [(name: String, value: String)]) {
    let name = words[0]
    do throws(NewProcess.Failure) {
      let program = try ChildProgram.start(words, adding: variables)
      running += 1
      // A thread of its own, because it blocks for as long as the program runs.
      DispatchQueue(label: "sandglass program").async {
        let end = program.follow { line in
          DispatchQueue.main.async { self.report(line) }
        }
        DispatchQueue.main.async { self.note(end, of: name) }
      }
    } catch {
      report("sandglass: \"\(name)\" cannot be run: " + String(cString: strerror(error.number)))
    }
  }

  private func note(_ end: ChildProgram.End, of name: String) {
    switch end {
    case .exited(0): break
    case .exited(let status): report("sandglass: \"\(name)\" has ended with status \(status)")
    case .killed(let signal): report("sandglass: \"\(name)\" was ended by signal \(signal)")
    }
    running -= 1
    if running == 0 { onIdle?() }
  }
}
