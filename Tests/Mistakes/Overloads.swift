// swift-format-ignore-file
// Mistakes that the compiler does not name yet. The initialisers of `RepeatingTimer` and of `Debouncer` differ also in the
// number of the closure's parameters. If a closure fits none of them, the compiler explains why the shortest does not fit,
// whatever the mistake is. The marked words are what it says instead of the mistake.

import Dispatch
import Sandglass

@MainActor final class Gauge {
  func overloads(queue: DispatchQueue) {
    _ = RepeatingTimer(every: .seconds(1), with: self) { gauge, tick in gauge.label = "" }  // error: expects 1 argument, but 2 were used
    _ = RepeatingTimer(every: .seconds(1), queue: queue) { tick in print(tick.number) }  // error: expects 0 arguments, but 1 was used
    _ = Debouncer(for: .seconds(1), with: self) { (gauge, text: String) in gauge.search(text) }  // error: expects 1 argument, but 2 were used
  }
}
