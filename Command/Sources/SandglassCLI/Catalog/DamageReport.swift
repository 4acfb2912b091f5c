import Dispatch
import Sandglass
import SandglassCore
import SandglassLedger

/// Says that a damaged record was set aside and another one written in its place.
@MainActor
enum DamageReport {
  /// Says a line.
  static var say: (String) -> Void = { StandardStream.error.write(diagnostic: $0) }

  /// Says what was damaged, on the main actor.
  nonisolated static func note(_ damage: CountdownStoreError) {
    DispatchQueue.main.async { say("\(damage); another one is written in its place") }
  }
}
