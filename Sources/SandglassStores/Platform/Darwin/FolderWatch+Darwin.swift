#if canImport(Darwin)
  import Darwin
  import Dispatch
  import Sandglass

  /// Reports changes in a folder, using the events of its vnode. These do not say which files have been changed.
  final class FolderWatch: Sendable {
    private let events: FolderEvents

    /// Creates a watch with its own queue. Returns nil if the process has no descriptors left.
    init?(of path: String, changed: @escaping @Sendable (_ names: [String]?) -> Void) {
      events = FolderEvents(of: path) { changed(nil) }
      guard events.watchFolder() else { return nil }
    }

    deinit {
      events.end()
    }
  }

  /// The events of a folder. While the folder does not exist, these are the events of its nearest existing parent.
  private final class FolderEvents: Sendable {
    private struct State {
      /// The source of the watched folder, and how many of the names in the path lead to that folder.
      var source: (any DispatchSourceFileSystemObject)?
      var depth = 0
      var isValid = true
    }

    private let names: [String]
    private let changed: @Sendable () -> Void
    private let queue = DispatchQueue(
      label: "sandglass folder", autoreleaseFrequency: .workItem)
    private let state = Locked(State())

    init(of path: String, changed: @escaping @Sendable () -> Void) {
      names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      self.changed = changed
    }

    func end() {
      let source = state.withLock { state in
        state.isValid = false
        return state.source.take()
      }
      source?.cancel()
    }

    /// Watches the folder, or its nearest existing parent. Returns false if neither can be opened.
    func watchFolder() -> Bool {
      guard let (file, depth) = openDeepest() else { return false }
      let isFolder = depth == names.count
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: file, eventMask: [.write, .delete, .rename, .revoke], queue: queue)
      // The source is released when it is cancelled, and with it these closures.
      source.setCancelHandler { FileCalls.closeDescriptor(file) }
      source.setEventHandler { [self] in
        let isOver = source.data != .write
        if isFolder { changed() }
        if !isFolder || isOver { watchAgain(from: depth, isOver: isOver) }
      }
      // Whatever happened before the kernel reports events was missed.
      source.setRegistrationHandler { [self] in
        if isFolder { changed() }
        watchAgain(from: depth, isOver: !isInPlace(file, depth))
      }
      let (former, isValid) = state.withLock { state in
        let former = state.source
        (state.source, state.depth) = (source, depth)
        return (former, state.isValid)
      }
      former?.cancel()
      source.activate()
      if !isValid { source.cancel() }
      return true
    }

    /// Watches a deeper folder if there is one now. Called on the queue.
    ///
    /// - Parameters:
    ///   - depth: The depth of the folder that is watched.
    ///   - isOver: Whether that folder is no longer in its place.
    private func watchAgain(from depth: Int, isOver: Bool) {
      guard state.withLock({ $0.isValid && $0.depth == depth }) else { return }
      guard let (file, deepest) = openDeepest() else { return }
      FileCalls.closeDescriptor(file)
      if isOver || deepest > depth { _ = watchFolder() }
    }

    /// Returns whether an open folder still has its path, and no deeper folder exists.
    private func isInPlace(_ file: Int32, _ depth: Int) -> Bool {
      guard let (number, deepest) = openDeepest() else { return false }
      let other = Descriptor(number)
      guard deepest == depth, let identity = try? FileCalls.status(of: file).identity else {
        return false
      }
      return (try? FileCalls.status(of: other.number).identity) == identity
    }

    private func openDeepest() -> (file: Int32, depth: Int)? {
      for depth in stride(from: names.count, through: 0, by: -1) {
        let path = "/" + names[..<depth].joined(separator: "/")
        let file = open(path, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
        if file >= 0 { return (file, depth) }
      }
      return nil
    }
  }
#endif
