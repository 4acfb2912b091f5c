import Sandglass

/// The sessions of a chat's server. Whoever is silent for half an hour is logged out.
final class ChatSessions: Sendable {
  private let idle: TimeoutsByID<String>

  init(on timekeeper: Timekeeper = .shared, logOut: @escaping @Sendable (_ name: String) -> Void) {
    idle = TimeoutsByID(tolerance: .seconds(1), on: timekeeper) { name, _ in logOut(name) }
  }

  func opened(_ name: String) { idle.schedule(name, after: .seconds(1800)) }

  /// Returns false if the session is over.
  func heard(from name: String) -> Bool { idle.restart(name) }

  func closed(_ name: String) { idle.cancel(name) }
}
