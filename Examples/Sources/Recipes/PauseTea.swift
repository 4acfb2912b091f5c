#if os(Linux) || os(iOS)
  import Foundation
  import SandglassStores

  #if os(Linux)
    import AppleStandIns
  #else
    import AppIntents
    import WidgetKit
  #endif

  /// A button of the widget or of the Live Activity. The system runs it in the app's process, and launches the app in the
  /// background if it is not running.
  struct PauseTea: LiveActivityIntent {
    static let title: LocalizedStringResource = "Pause the tea"

    func perform() async throws -> some IntentResult {
      try await pauseTea(in: FileCountdownStore(folder: teaFolder()))
      return .result()
    }
  }

  /// Returns when the record is written and everything that shows the tea is in step, because the system may suspend the
  /// process from then on.
  @MainActor
  func pauseTea(in store: some CountdownStore) async throws {
    let tea = try store.countdown("tea")
    tea?.pause()
    try await tea?.saved()
    await TeaOutside.shared?.refresh()
    WidgetCenter.shared.reloadTimelines(ofKind: TeaWidget.kind)
  }
#endif
