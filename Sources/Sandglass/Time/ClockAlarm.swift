import SandglassCore

/// An alarm on any clock, implemented by a task that sleeps on the clock.
final class ClockAlarm<Source: Clock>: Alarm where Source.Duration == Duration {
  private struct Setting {
    var number: UInt64 = 0
    var sleep: Task<Void, Never>?
    var isValid = true
  }

  private let clock: Source
  private let start: Source.Instant
  private let ring: @Sendable () -> Void
  private let setting = Locked(Setting())

  init(clock: Source, start: Source.Instant, ring: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.start = start
    self.ring = ring
  }

  func set(_ wanted: AlarmSetting) {
    let former: Task<Void, Never>? = setting.withLock { setting in
      guard setting.isValid, wanted.number > setting.number else { return nil }
      let former = setting.sleep
      setting.number = wanted.number
      setting.sleep = wanted.moment.map { sleep(until: $0, leeway: wanted.leeway) }
      return former
    }
    // The task is cancelled outside the lock, because this runs the cancellation handlers of the injected clock.
    former?.cancel()
  }

  func invalidate() {
    let sleep = setting.withLock { setting in
      setting.isValid = false
      return setting.sleep
    }
    sleep?.cancel()
  }

  private func sleep(until moment: Moment, leeway: Duration) -> Task<Void, Never> {
    let instant = start.advanced(by: moment - .origin)
    return Task.detached { [clock, ring] in
      do {
        // A clock may end a sleep early, but the timekeeper sets the alarm only once, and relies on it.
        repeat {
          try await clock.sleep(until: instant, tolerance: leeway)
        } while clock.now < instant
        ring()
      } catch {
        // The sleep was cancelled, because a newer setting has replaced this one.
      }
    }
  }
}
