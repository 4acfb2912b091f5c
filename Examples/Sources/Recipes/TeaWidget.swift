#if os(Linux) || os(iOS) || os(macOS)
  import Foundation
  import Sandglass

  #if !os(Linux)
    import SwiftUI
    import WidgetKit
  #endif

  struct TeaWidgetEntry: TimelineEntry {
    let date: Date
    var range: ClosedRange<Date>?
    var text = "Tea"
  }

  struct TeaProvider: TimelineProvider {
    let store: any CountdownStore
    var timekeeper = Timekeeper.shared

    func placeholder(in context: Context) -> TeaWidgetEntry { TeaWidgetEntry(date: now) }

    func getSnapshot(
      in context: Context, completion: @escaping @Sendable (TeaWidgetEntry) -> Void
    ) {
      completion(entry())
    }

    func getTimeline(
      in context: Context, completion: @escaping @Sendable (Timeline<TeaWidgetEntry>) -> Void
    ) {
      completion(timeline())
    }

    func timeline() -> Timeline<TeaWidgetEntry> {
      let entry = entry()
      return Timeline(entries: [entry], policy: entry.range.map { .after($0.upperBound) } ?? .never)
    }

    private var now: Date { Date(timekeeper.wallNow) }

    /// Reads the record, and neither writes nor waits. A record that cannot be read looks like none.
    private func entry() -> TeaWidgetEntry {
      var entry = TeaWidgetEntry(date: now)
      switch try? Countdown.look(at: "tea", in: store, on: timekeeper)?.state {
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
      if let range = entry.range {
        Text(timerInterval: range, countsDown: true).monospacedDigit()
      } else {
        Text(entry.text)
      }
    }
  }
#endif
