#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif
import Dispatch
import Sandglass

/// Notes whether code on a queue has asked the Swift runtime for the main actor's executor. Code does so before it goes
/// to the main actor for the first time, and before it starts a task there.
final class MainActorRequests: Sendable {
  private let hasAny = Locked(false)

  /// The queue's specific value.
  private static let key = DispatchSpecificKey<MainActorRequests>()

  init(on queue: DispatchQueue) {
    queue.setSpecific(key: Self.key, value: self)
  }

  /// Whether the caller runs on the queue.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) === self }

  /// Returns whether there was a request since the last call.
  func takeAny() -> Bool { hasAny.withLock { exchange(&$0, with: false) } }
}

// MARK: - The runtime's hook

extension MainActorRequests {
  private typealias Request = @convention(thin) () -> UnownedSerialExecutor
  private typealias Hook = @convention(thin) (Request) -> UnownedSerialExecutor

  /// Whether requests are noted. They are not if the runtime has no hook for them, or does not call it.
  static let areNoted: Bool = {
    // The runtime exports a variable for a function that it calls instead of its own, with its own as the argument. The
    // types of both are those of the runtime's header Concurrency.h. The variable is set only here, once, and to a
    // function that never goes away. It is an aligned pointer, so another thread reads either nil or the function.
    guard let address = dlsym(dlopen(nil, RTLD_NOW), "swift_task_getMainExecutor_hook") else {
      return false
    }
    let hook = address.assumingMemoryBound(to: Hook?.self)
    guard hook.pointee == nil else { return false }
    hook.pointee = { request in
      DispatchQueue.getSpecific(key: key)?.hasAny.withLock { $0 = true }
      return request()
    }
    let queue = DispatchQueue(label: "sandglass main actor")
    let requests = MainActorRequests(on: queue)
    let executor = queue.sync { MainActor.sharedUnownedExecutor }
    // The compiler would leave a request out whose result is not used.
    let isUsed = withUnsafeBytes(of: executor) { $0.contains { $0 != 0 } }
    return isUsed && requests.takeAny()
  }()
}
