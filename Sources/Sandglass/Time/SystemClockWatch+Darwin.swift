#if canImport(Darwin)
  import Foundation

  /// The watch of Apple's systems: the notification that the system clock has changed.
  // Sendable: the token is touched under the lock alone, and the notification centre may be called
  // from any thread.
  final class SystemClockWatch: WallClockWatch, @unchecked Sendable {
    private struct Setting {
      var number: UInt64 = 0
      var token: (any NSObjectProtocol)?
      var isValid = true
    }

    private let changed: @Sendable () -> Void
    private let setting = Locked(Setting())

    /// Makes a watch that calls `changed` on the thread that posts the notification.
    init(changed: @escaping @Sendable () -> Void) {
      self.changed = changed
    }

    func set(_ isWatching: Bool, number: UInt64) {
      let isNew = setting.withLock { setting in
        guard setting.isValid, number > setting.number else { return false }
        setting.number = number
        return true
      }
      guard isNew else { return }
      exchange(for: isWatching ? observe() : nil, number: number)
      // The clock may have been set just before there was a watch.
      if isWatching { changed() }
    }

    func invalidate() {
      setting.withLock { $0.isValid = false }
      exchange(for: nil, number: .max)
    }

    private func observe() -> any NSObjectProtocol {
      NotificationCenter.default.addObserver(
        forName: .NSSystemClockDidChange, object: nil, queue: nil
      ) { [changed] _ in changed() }
    }

    /// Outside the lock, since the notification centre has one of its own.
    private func exchange(for token: (any NSObjectProtocol)?, number: UInt64) {
      let obsolete = setting.withLock { setting in
        guard setting.number <= number, setting.isValid || token == nil else { return token }
        defer { setting.token = token }
        return setting.token
      }
      if let obsolete { NotificationCenter.default.removeObserver(obsolete) }
    }
  }
#endif
