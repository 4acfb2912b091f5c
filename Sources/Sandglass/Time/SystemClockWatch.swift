/// The system's watch. It is an observer of the system's wall clock that exists only while a timekeeper needs it.
final class SystemClockWatch: WallClockWatch {
  private struct Setting {
    var number: UInt64 = 0
    var observer: ClockSetObserver?
    var isWanted = false
    var isValid = true
  }

  private let changed: @Sendable () -> Void
  private let setting = Locked(Setting())

  /// Creates a watch. It calls `changed` on the caller's thread when watching begins, and on its own thread when the
  /// clock has been set.
  init(changed: @escaping @Sendable () -> Void) {
    self.changed = changed
  }

  func set(_ isWatching: Bool, number: UInt64) {
    let hasBegun = setting.withLock { setting in
      guard setting.isValid, number > setting.number else { return false }
      setting.number = number
      setting.isWanted = isWatching
      setting.observer?.invalidate()
      setting.observer = isWatching ? makeObserver(number: number) : nil
      return setting.observer != nil
    }
    // The clock may have been set just before the watch began.
    if hasBegun { changed() }
  }

  func renew() {
    let hasBegun = setting.withLock { setting in
      guard setting.isValid, setting.isWanted, setting.observer == nil else { return false }
      setting.observer = makeObserver(number: setting.number)
      return setting.observer != nil
    }
    if hasBegun { changed() }
  }

  func invalidate() {
    setting.withLock { setting in
      setting.isValid = false
      setting.observer?.invalidate()
      setting.observer = nil
    }
  }

  private func makeObserver(number: UInt64) -> ClockSetObserver? {
    ClockSetObserver(changed: changed) { [weak self] in self?.forgetObserver(number: number) }
  }

  /// Releases a lost observer, unless a newer setting has already replaced it.
  private func forgetObserver(number: UInt64) {
    setting.withLock { setting in
      if setting.number == number { setting.observer = nil }
    }
  }
}
