import Foundation
import Sandglass

@MainActor
private class Screen {
  private(set) var ticks = 0

  func tick() { ticks += 1 }
}

/// A timer whose closure captures the screen, which holds the timer. Timers with a target do the same.
@MainActor
private final class BlockScreen: Screen {
  private var timer: Timer?

  func appear() {
    timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in
      MainActor.assumeIsolated { self.tick() }
    }
  }
}

/// What stands between the timer and the screen, so that the timer does not hold the screen.
@MainActor
private final class WeakProxy {
  private weak var screen: Screen?
  private(set) var calls = 0

  init(_ screen: Screen) { self.screen = screen }

  func tick() {
    calls += 1
    screen?.tick()
  }
}

@MainActor
private final class SandglassScreen: Screen {
  private var timer: RepeatingTimer?

  func appear(counting ticks: TickCount) {
    timer = RepeatingTimer(every: .milliseconds(100), with: self) { screen, _ in
      ticks.count += 1
      screen.tick()
    }
  }
}

@MainActor
private final class TickCount {
  var count = 0
}

/// Shows three screens, drops them, and looks at what is still there half a second later.
@MainActor
func hold() {
  weak var blockScreen: Screen?
  weak var proxyScreen: Screen?
  weak var sandglassScreen: Screen?
  let proxy: WeakProxy
  let ticks = TickCount()
  do {
    let block = BlockScreen()
    block.appear()
    blockScreen = block
    let proxied = Screen()
    proxy = WeakProxy(proxied)
    _ = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [proxy] _ in
      MainActor.assumeIsolated { proxy.tick() }
    }
    proxyScreen = proxied
    let sandglass = SandglassScreen()
    sandglass.appear(counting: ticks)
    sandglassScreen = sandglass
  }
  let before = blockScreen?.ticks ?? 0
  wait(0.55)
  print("Half a second after their screens have gone:")
  let after = blockScreen?.ticks ?? 0
  print("  Timer with a block: in memory \(blockScreen != nil), ticks \(after - before)")
  print("  weak proxy: in memory \(proxyScreen != nil), ticks \(proxy.calls)")
  print("  RepeatingTimer: in memory \(sandglassScreen != nil), ticks \(ticks.count)")
}

/// While a list scrolls, the run loop is in a mode of its own, in which `Timer.scheduledTimer` stands still.
@MainActor
func scroll() {
  let ticks = TickCount()
  let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in
    MainActor.assumeIsolated { ticks.count += 1 }
  }
  let scrolling = RunLoop.Mode("scrolling")
  // A mode without a timer does not run.
  let other = Timer(timeInterval: 60, repeats: true) { _ in }
  RunLoop.main.add(other, forMode: scrolling)
  let end = Date(timeIntervalSinceNow: 0.5)
  while Date() < end { _ = RunLoop.main.run(mode: scrolling, before: end) }
  print("While a list scrolls for half a second:")
  print("  Timer.scheduledTimer: ticks \(ticks.count)")
  timer.invalidate()
  other.invalidate()
}
