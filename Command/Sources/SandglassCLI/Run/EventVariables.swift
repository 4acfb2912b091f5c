import Sandglass
import SandglassCore
import SandglassLedger

/// What a program that is run for an event finds in its environment.
enum EventVariables {
  /// Returns the variables for an announcement.
  ///
  /// - Parameters:
  ///   - announcement: The announcement of a finish, the end of a phase or a milestone.
  ///   - kind: The kind of the event.
  ///   - name: The label, or what stands in for it.
  ///   - event: The event with its number; nil if it has none.
  ///   - now: The current instant.
  /// - Returns: The names and values.
  static func of(
    _ announcement: Announcement, kind: Reactions.Event, name: String, event: PendingEvent?,
    now: ClockInstant
  ) -> [(name: String, value: String)] {
    let late = event.map { max(.zero, $0.age(at: now)) } ?? .zero
    let at = event?.instant.wall ?? announcement.ended ?? announcement.at
    return [
      ("SANDGLASS_EVENT", kind.rawValue), ("SANDGLASS_NAME", name),
      ("SANDGLASS_ID", announcement.id ?? ""),
      ("SANDGLASS_NUMBER", event.map { "\($0.run)-\($0.number)" } ?? ""),
      ("SANDGLASS_AT", at.rfc3339(fractionDigits: 3)),
      ("SANDGLASS_LATE", JSONLine.seconds(late)),
      ("SANDGLASS_REMAINING", JSONLine.seconds(announcement.remaining)),
      ("SANDGLASS_PHASE", announcement.step?.ended ?? announcement.phase?.name ?? ""),
      ("SANDGLASS_NEXT", announcement.step?.next ?? ""),
    ]
  }
}
