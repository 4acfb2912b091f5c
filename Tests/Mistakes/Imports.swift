// swift-format-ignore-file
// Missing imports. The compiler's first error for a marked line contains the marked words.

import Sandglass

func imports(tea: Countdown, timer: RepeatingTimer) {
  _ = VirtualTime()  // error: cannot find 'VirtualTime' in scope
  _ = WallTimer(at: .daily(hour: 9)) { _ in }  // error: has no member 'daily'
  print(tea.reading.spoken())  // error: value of type 'Reading' has no member 'spoken'
}

func queue(_ queue: DispatchQueue) {}  // error: cannot find type 'DispatchQueue' in scope
