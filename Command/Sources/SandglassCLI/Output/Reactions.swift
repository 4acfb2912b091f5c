/// What else is done when something happens.
struct Reactions: Equatable {
  /// The events that a program can be run for.
  enum Event: String, CaseIterable {
    case end, phase, milestone

    /// The event of an announcement; nil for an announcement of anything else.
    init?(_ event: Announcement.Event) {
      switch event {
      case .finished: self = .end
      case .phase: self = .phase
      case .milestone: self = .milestone
      default: return nil
      }
    }
  }

  /// The program to run, with its arguments; empty for none.
  var program: [String] = []

  /// When to run it.
  var events: [Event] = [.end]

  /// Whether to notify the user on the desktop.
  var notifies = false

  /// The file of the sound to play; nil for none.
  var sound: String?
}

extension Reactions {
  /// The words of a command line that ask for these reactions. They must come last.
  var words: [String] {
    var words = notifies ? ["--notify"] : []
    if let sound { words += ["--sound=" + sound] }
    guard !program.isEmpty else { return words }
    words += ["--exec-on", events.map(\.rawValue).joined(separator: ","), "--exec"]
    return words + program
  }
}
