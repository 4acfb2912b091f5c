import CSandglassLinux
import Dispatch
import Glibc

// Calls whose types in Swift differ between the systems, as Apple's systems have them.

func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  var made = pthread_t()
  // A pointer that is there is handed on as one that may be missing: in C they are alike.
  let result = Glibc.pthread_create(
    &made, attributes,
    unsafeBitCast(
      body, to: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?).self),
    context)
  if result == 0 { thread.pointee = made }
  return result
}

@discardableResult
func pthread_setname_np(_ name: UnsafePointer<CChar>) -> Int32 {
  stand_in_name_thread(name)
  return 0
}

func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

// Notifications of the system: one, that the wall clock was set.

private struct Registrations {
  var latest: Int32 = 0
  var handlers: [Int32: (queue: DispatchQueue, call: @Sendable (Int32) -> Void)] = [:]
}

private let registrations = Locked(Registrations())

func notify_register_dispatch(
  _ name: UnsafePointer<CChar>, _ token: UnsafeMutablePointer<Int32>, _ queue: DispatchQueue,
  _ handler: @escaping @Sendable (Int32) -> Void
) -> UInt32 {
  guard String(cString: name) == "com.apple.system.clock_set" else { return 1 }
  token.pointee = registrations.withLock { registrations in
    registrations.latest += 1
    registrations.handlers[registrations.latest] = (queue, handler)
    return registrations.latest
  }
  return 0
}

@discardableResult
func notify_cancel(_ token: Int32) -> UInt32 {
  registrations.withLock { $0.handlers.removeValue(forKey: token) == nil ? 1 : 0 }
}

/// Posts the notification that the wall clock was set, which here nobody else does.
func postClockSet() {
  for (token, handler) in registrations.withLock({ $0.handlers }) {
    handler.queue.async { handler.call(token) }
  }
}
