#if os(Linux) || os(Android)
  import Dispatch
  import Sandglass
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif

  /// Reports changes in a folder, using inotify.
  ///
  /// If other code closes the descriptor, the watch ends.
  // Sendable: the source is set once, and its methods can be called on any thread.
  final class FolderWatch: @unchecked Sendable {
    private let source: any DispatchSourceRead

    /// Creates a watch with its own queue. Returns nil if the process has no descriptors left, or its user no watches.
    init?(of path: String, changed: @escaping @Sendable (_ names: [String]?) -> Void) {
      let inotify = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard inotify >= 0 else { return nil }
      let events = FolderEvents(of: path, inotify)
      guard events.watchFolder() else {
        FileCalls.closeDescriptor(inotify)
        return nil
      }
      source = DispatchSource.makeReadSource(
        fileDescriptor: inotify, queue: DispatchQueue(label: "sandglass folder"))
      source.setEventHandler { events.report(to: changed) }
      source.setCancelHandler { FileCalls.closeDescriptor(inotify) }
      source.activate()
    }

    deinit {
      source.cancel()
    }
  }

  /// The events of a folder. While the folder does not exist, these are the events of its nearest existing parent.
  private final class FolderEvents: Sendable {
    /// The folder that is watched.
    private struct Watched: Equatable {
      /// The number of its watch.
      var number: Int32

      /// How many of the names in the path lead to it.
      var depth: Int
    }

    private static let ended = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT
    private static let ofFiles =
      IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
    private static let ofParents = IN_CREATE | IN_MOVED_TO | IN_ATTRIB

    private let names: [String]
    private let inotify: Int32
    private let watched = Locked<Watched?>(nil)

    init(of path: String, _ inotify: Int32) {
      names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      self.inotify = inotify
    }

    /// Watches the folder, or its nearest existing parent. Returns false if the system refuses.
    func watchFolder() -> Bool {
      var former: Watched?
      while true {
        guard let next = watchDeepest() else { return false }
        if let former, former.number != next.number { _ = inotify_rm_watch(inotify, former.number) }
        watched.withLock { $0 = next }
        // A folder may have been created just before its parent was watched.
        if next == former || next.depth == names.count { return true }
        former = next
      }
    }

    private func watchDeepest() -> Watched? {
      for depth in stride(from: names.count, through: 0, by: -1) {
        let events = depth == names.count ? Self.ofFiles : Self.ofParents
        let mask = events | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
        let path = "/" + names[..<depth].joined(separator: "/")
        let number = inotify_add_watch(inotify, path, UInt32(bitPattern: mask))
        if number >= 0 { return Watched(number: number, depth: depth) }
      }
      return nil
    }

    /// Reads all events that are there, and reports them in one call.
    func report(to changed: (_ names: [String]?) -> Void) {
      guard let watched = watched.withLock({ $0 }) else { return }
      let wasFolder = watched.depth == names.count
      var changes: [String] = []
      var known: Set<[UInt8]> = []
      var (isLost, isOver) = (false, false)
      readAll { number, mask, name in
        if mask & IN_Q_OVERFLOW != 0 {
          isLost = true
        } else if number != watched.number {
          // The event is of a folder that is no longer watched.
        } else if mask & Self.ended != 0 {
          isOver = true
        } else if wasFolder {
          let name = Array(name.prefix { $0 != 0 })
          guard known.insert(name).inserted else { return }
          String(validating: name, as: UTF8.self).map { changes.append($0) }
        } else if names[watched.depth].utf8.elementsEqual(name.prefix { $0 != 0 }) {
          isOver = true
        }
      }
      if isLost || isOver {
        _ = inotify_rm_watch(inotify, watched.number)
        _ = watchFolder()
        let isFolder = self.watched.withLock { $0?.depth } == names.count
        if wasFolder || isFolder { changed(nil) }
      } else if !changes.isEmpty {
        changed(changes)
      }
    }

    private func readAll(
      _ body: (_ number: Int32, _ mask: Int32, _ name: Slice<UnsafeRawBufferPointer>) -> Void
    ) {
      let head = MemoryLayout<inotify_event>.size
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
      defer { buffer.deallocate() }
      while true {
        let count = read(inotify, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        // The kernel writes whole events: a head that contains the length of the name, and the name.
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        while rest.count >= head {
          let event = rest.loadUnaligned(as: inotify_event.self)
          let end = head + Int(event.len)
          body(event.wd, Int32(bitPattern: event.mask), rest[head..<end])
          rest = UnsafeRawBufferPointer(rebasing: rest[end...])
        }
      }
    }
  }
#endif
