#if os(Linux)
  import CTimerDescriptor

  /// The watch of Linux: a timer descriptor that is cancelled when the wall clock is set, made
  /// when something wants to know and closed when nothing does any more.
  final class TimerDescriptorWatch: WallClockWatch {
    private struct Setting {
      var number: UInt64 = 0
      var timer: TimerDescriptor?
      var isWanted = false
      var isValid = true
    }

    private let changed: @Sendable () -> Void
    private let setting = Locked(Setting())

    /// Makes a watch that calls `changed` on a thread of its own.
    init(changed: @escaping @Sendable () -> Void) {
      self.changed = changed
    }

    func set(_ isWatching: Bool, number: UInt64) {
      let hasBegun = setting.withLock { setting in
        guard setting.isValid, number > setting.number else { return false }
        setting.number = number
        setting.isWanted = isWatching
        setting.timer?.invalidate()
        setting.timer = isWatching ? makeTimer(number: number) : nil
        return setting.timer != nil
      }
      // The clock may have been set just before there was a watch.
      if hasBegun { changed() }
    }

    func renew() {
      let hasBegun = setting.withLock { setting in
        guard setting.isValid, setting.isWanted, setting.timer == nil else { return false }
        setting.timer = makeTimer(number: setting.number)
        return setting.timer != nil
      }
      if hasBegun { changed() }
    }

    func invalidate() {
      setting.withLock { setting in
        setting.isValid = false
        setting.timer?.invalidate()
        setting.timer = nil
      }
    }

    /// Forgets a timer that is lost, unless another setting has made one since.
    private func forgetTimer(number: UInt64) {
      setting.withLock { setting in
        if setting.number == number { setting.timer = nil }
      }
    }

    private func makeTimer(number: UInt64) -> TimerDescriptor? {
      TimerDescriptor(threadName: "sandglass watch", make: sandglass_watch_make) {
        [changed, weak self] event in
        switch event {
        // Another descriptor has come in place of one that was closed: the clock may have been set meanwhile.
        case .clockSet, .due: changed()
        case .lost: self?.forgetTimer(number: number)
        }
      }
    }
  }
#endif
