// swift-format-ignore-file
// Mistakes in calls. The compiler's first error for a marked line contains the marked words.

import Foundation
import SandglassStores

@MainActor final class Kitchen {
  var clock = ""
  func refresh() {}

  func labels(tea: Countdown, board: CountdownBoard<String>) {
    _ = Countdown(.seconds(60), options: CountdownOptions(countPastZero: true))  // error: have 'countPastZero:', expected 'countsPastZero:'
    _ = OneShotTimer(in: .seconds(3)) { _ in }  // error: incorrect argument labels in call (have 'in:_:', expected 'after:
    tea.onTick { reading in }  // error: missing argument for parameter 'with' in call
    tea.start(.seconds(90))  // error: missing argument label 'for:' in call
    _ = Countdown(.seconds(60), timekeeper: .shared)  // error: extra argument 'timekeeper' in call
  }

  func types(tea: Countdown, search: Debouncer<String>, time: VirtualClock) {
    _ = Countdown(60)  // error: cannot convert value of type 'Int' to expected argument type 'Duration'
    _ = RepeatingTimer(every: 1) { _ in }  // error: cannot convert value of type 'Int' to expected argument type 'Duration'
    _ = Countdown(.seconds(60), on: time)  // error: cannot convert value of type 'VirtualClock' to expected argument type 'Timekeeper'
    tea.extend(by: 30)  // error: cannot convert value of type 'Int' to expected argument type 'Duration'
    search.call(3)  // error: cannot convert value of type 'Int' to expected argument type 'String'
    clock = tea.remaining  // error: cannot assign value of type 'Duration' to type 'String'
    clock = tea.currentPhase.name  // error: must be unwrapped to refer to member 'name'
  }

  func members(tea: Countdown) {
    tea.stop()  // error: value of type 'Countdown' has no member 'stop'
    clock = tea.timeRemaining  // error: value of type 'Countdown' has no member 'timeRemaining'
    tea.remaining = .seconds(3)  // error: cannot assign to property: 'remaining' is a get-only property
  }

  func withoutAwait(tea: Countdown, limiter: RateLimiter) async throws {
    tea.finished()  // error: expression is 'async' but is not marked with 'await'
    try limiter.wait()  // error: expression is 'async' but is not marked with 'await'
  }

  func withoutTry(tea: Countdown, store: FileCountdownStore, limiter: RateLimiter) async throws {
    _ = store.countdown("tea")  // error: call can throw but is not marked with 'try'
    await limiter.wait()  // error: call can throw but is not marked with 'try'
  }

  func synchronous(tea: Countdown) {
    await tea.finished()  // error: 'async' call in a function that does not support concurrency
  }
}

struct VirtualClock {}

func anywhere(kitchen: Kitchen, tea: Countdown) {
  kitchen.refresh()  // error: call to main actor-isolated instance method 'refresh()'
  _ = OneShotTimer(after: .seconds(3), with: kitchen) { kitchen, _ in kitchen.refresh() }  // error: call to main actor-isolated initializer
  tea.onTick(with: kitchen) { kitchen, _ in kitchen.refresh() }  // error: call to main actor-isolated instance method
}
