import CSandglass
package import Dispatch
import Glibc

// Calls whose types in Swift differ between the systems, with the types of Apple's systems.

func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  var made = pthread_t()
  // A non-optional pointer is passed on as an optional one. In C they are the same.
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

// The system's notifications, of which there is one: that the wall clock was set.

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

/// Posts the notification that the wall clock was set. Here nothing else posts it.
func postClockSet() {
  for (token, handler) in registrations.withLock({ $0.handlers }) {
    handler.queue.async { handler.call(token) }
  }
}

// Paths of open files.

func fcntl(_ file: Int32, _ command: Int32, _ bytes: UnsafeMutableRawPointer) -> Int32 {
  guard command == F_GETPATH else { return Glibc.fcntl(file, command, bytes) }
  let count = readlink(
    "/proc/self/fd/\(file)", bytes.assumingMemoryBound(to: CChar.self), Int(MAXPATHLEN) - 1)
  if count >= 0 { bytes.storeBytes(of: 0, toByteOffset: count, as: UInt8.self) }
  return count < 0 ? -1 : 0
}

// Dispatch's sources of file events, which exist only on Apple's systems. Here, only folders have one.

package protocol DispatchSourceFileSystemObject: AnyObject, Sendable {
  var data: DispatchSource.FileSystemEvent { get }
  func setEventHandler(handler: @escaping @Sendable () -> Void)
  func setRegistrationHandler(handler: @escaping @Sendable () -> Void)
  func setCancelHandler(handler: @escaping @Sendable () -> Void)
  func activate()
  func cancel()
}

extension DispatchSource {
  package static func makeFileSystemObjectSource(
    fileDescriptor: Int32, eventMask: DispatchSource.FileSystemEvent, queue: DispatchQueue
  ) -> any DispatchSourceFileSystemObject {
    FolderSource(fileDescriptor, queue)
  }
}

/// A source that uses inotify. Handlers are set before it is activated, and everything else happens on its queue.
private final class FolderSource: DispatchSourceFileSystemObject, @unchecked Sendable {
  private(set) var data = DispatchSource.FileSystemEvent()
  private let queue: DispatchQueue
  private let inotify = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  private let reader: any DispatchSourceRead
  private let own: Int32
  private let name: String
  private var event: (@Sendable () -> Void)?
  private var registration: (@Sendable () -> Void)?

  init(_ file: Int32, _ queue: DispatchQueue) {
    self.queue = queue
    reader = DispatchSource.makeReadSource(fileDescriptor: inotify, queue: queue)
    let path = FileCalls.path(of: file) ?? "/"
    let changes = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
    own = inotify_add_watch(inotify, path, UInt32(changes | IN_MOVE_SELF))
    name = path.split(separator: "/").last.map(String.init) ?? ""
    // An open folder that is removed causes no event itself.
    _ = inotify_add_watch(
      inotify, FileCalls.folder(above: path) ?? "/", UInt32(IN_DELETE | IN_MASK_ADD))
  }

  func setEventHandler(handler: @escaping @Sendable () -> Void) { event = handler }

  func setRegistrationHandler(handler: @escaping @Sendable () -> Void) { registration = handler }

  func setCancelHandler(handler: @escaping @Sendable () -> Void) {
    reader.setCancelHandler { [self] in
      close(inotify)
      (event, registration) = (nil, nil)
      handler()
    }
  }

  func activate() {
    reader.setEventHandler { [self] in
      data = events()
      if !data.isEmpty { event?() }
    }
    reader.activate()
    queue.async { [self] in registration?() }
  }

  func cancel() { reader.cancel() }

  private func events() -> DispatchSource.FileSystemEvent {
    var all = DispatchSource.FileSystemEvent()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(inotify, &bytes, bytes.count)
    var rest = bytes.prefix(max(0, count))
    while rest.count >= 16 {
      let head = rest.prefix(16).withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let file = rest.dropFirst(16).prefix(Int(head.len)).prefix { $0 != 0 }
      if head.wd != own {
        if file.elementsEqual(name.utf8) { all.insert(.delete) }
      } else {
        all.insert(head.mask & UInt32(IN_MOVE_SELF) == 0 ? .write : .rename)
      }
      rest = rest.dropFirst(16 + Int(head.len))
    }
    return all
  }
}
