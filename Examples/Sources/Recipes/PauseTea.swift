#if os(Linux) || os(iOS)
  import Foundation
  import Sandglass

  #if !os(Linux)
    import AppIntents
  #endif

  /// A button of a widget or of a Live Activity. The same code runs in the app's process and in the extension's.
  struct PauseTea: LiveActivityIntent {
    static let title: LocalizedStringResource = "Pause the tea"

    func perform() async throws -> some IntentResult {
      try await pauseTea(in: FileCountdownStore(folder: sharedFolder))
      return .result()
    }
  }

  func pauseTea(in store: some CountdownStore, on timekeeper: Timekeeper = .shared) async throws {
    let tea = try Countdown.kept("tea", in: store, on: timekeeper)
    tea?.pause()
    try await tea?.saved()
  }

  /// The folder of the records, in the container of the app group.
  var sharedFolder: String {
    #if os(Linux)
      "/tmp/tea"
    #else
      FileManager.default
        .containerURL(forSecurityApplicationGroupIdentifier: "group.example.tea")?
        .appending(path: "countdowns").path ?? NSTemporaryDirectory()
    #endif
  }
#endif
