#if os(Linux) || os(iOS) || os(macOS)
  import Foundation
  import SandglassStores

  #if os(Linux)
    import AppleStandIns
  #else
    import SwiftUI
    import WidgetKit
  #endif

  struct TeaWidgetEntry: TimelineEntry {
    let date: Date
    var range: ClosedRange<Date>?
    var text = "Tea"
  }

  struct TeaProvider: TimelineProvider {
    /// The store of the records; nil if the extension has no entitlement for the app group.
    let store: (any CountdownStore)?

    func placeholder(in context: Context) -> TeaWidgetEntry { TeaWidgetEntry(date: now) }

    func getSnapshot(in context: Context, completion: @escaping (TeaWidgetEntry) -> Void) {
      completion(entry())
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<TeaWidgetEntry>) -> Void)
    {
      completion(timeline())
    }

    /// The present entry and, for the end of a running countdown, one more: WidgetKit would ask for a new timeline some
    /// time after that, and show 0:00 until then. Whatever else happens, the app asks for new timelines.
    func timeline() -> Timeline<TeaWidgetEntry> {
      let entry = entry()
      let end = entry.range.map { TeaWidgetEntry(date: $0.upperBound, text: "Done") }
      return Timeline(entries: [entry] + (end.map { [$0] } ?? []), policy: .never)
    }

    private var now: Date { Date((store?.timekeeper ?? .shared).wallNow) }

    /// Reads the record, and neither writes nor waits. A record that cannot be read looks like none.
    private func entry() -> TeaWidgetEntry {
      var entry = TeaWidgetEntry(date: now)
      guard let store else { return entry }
      switch try? store.look(at: "tea")?.state {
      case .running(let remaining): entry.range = now...now + remaining / .seconds(1)
      case .paused(let remaining): entry.text = remaining.clockFace
      case .overtime, .finished: entry.text = "Done"
      case .idle, nil: break
      }
      return entry
    }
  }

  struct TeaWidgetView: View {
    let entry: TeaWidgetEntry

    var body: some View {
      VStack {
        if let range = entry.range {
          Text(timerInterval: range, countsDown: true).monospacedDigit()
        } else {
          Text(entry.text)
        }
      }
      .containerBackground(.background, for: .widget)
    }
  }

  struct TeaWidget: Widget {
    static let kind = "tea"

    var body: some WidgetConfiguration {
      let store = try? FileCountdownStore(folder: teaFolder())
      return StaticConfiguration(kind: Self.kind, provider: TeaProvider(store: store)) { entry in
        TeaWidgetView(entry: entry)
      }
    }
  }
#endif
