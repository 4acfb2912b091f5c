/// The watch of a system: an observer of its wall clock, made when something wants to know and ended when
/// nothing does any more.
final class SystemClockWatch: WallClockWatch {
  private struct Setting {
    var number: UInt64 = 0
    var observer: ClockSetObserver?
    var isWanted = false
    var isValid = true
  }

  private let changed: @Sendable () -> Void
  private let setting = Locked(Setting())

  /// Makes a watch that calls `changed` where watching begins, and on a thread of its own when the clock was set.
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
    // The clock may have been set just before there was a watch.
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

  /// Forgets an observer that is lost, unless another setting has made one since.
  private func forgetObserver(number: UInt64) {
    setting.withLock { setting in
      if setting.number == number { setting.observer = nil }
    }
  }
}
