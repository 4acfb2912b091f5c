import Dispatch
import Sandglass
import SandglassTestSupport
import Testing

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@MainActor
@Suite("Records that are written later than the first announcements", .programs)
struct NewRecordsTests {
  private let folder = TemporaryFolder.ofRecords

  private func requests(_ names: [String]) -> [NewRecords.Request] {
    names.enumerated().map { NewRecords.Request($0, Countdown(.seconds(60)), label: nil, name: $1) }
  }

  @Test("A folder that was read is slow, and its records are noted when they are written")
  func progress() {
    let (mayRead, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let mayWrite = DispatchSemaphore(value: 0)
    let reference = KeptReference(id: "tea", catalog: CountdownCatalog(store: folder.store))
    let new = NewRecords(requests(["Tea", "Eggs", "Milk"])) { requests, note in
      mayRead.wait()
      note { $0.isFolderRead = true }
      isRead.signal()
      mayWrite.wait()
      note { progress in
        progress.references[0] = reference
        progress.failures = [(requests[1], "the disk is full", false)]
      }
    }
    #expect(!new.wait(atMost: .milliseconds(0)).isFolderRead)
    #expect(new.delayText == "not kept yet: the folder does not respond")
    mayRead.signal()
    isRead.wait()
    #expect(!new.wait(atMost: .milliseconds(0)).isDone)
    #expect(new.delayText == "still being kept, because the folder is slow")
    #expect(new.failureText == nil && new.ended.isEmpty)
    mayWrite.signal()
    let progress = new.wait()
    #expect(progress.isDone && progress.references[0]?.id == "tea")
    #expect(new.failureText == "\"Eggs\": the disk is full")
    #expect(new.ended == ["Milk"])
  }

  @Test("What is not kept is named, unless nothing is kept")
  func failures() {
    func text(_ count: Int, of all: Int) -> String? {
      let new = NewRecords(requests((1...all).map { "c\($0)" })) { requests, note in
        note { progress in progress.failures = requests.prefix(count).map { ($0, "full", false) } }
      }
      _ = new.wait()
      return new.failureText
    }
    #expect(text(0, of: 2) == nil)
    #expect(text(2, of: 2) == "full")
    #expect(text(2, of: 3) == "\"c1\", \"c2\": full")
    #expect(text(12, of: 13)?.hasSuffix("\"c10\" and 2 more: full") == true)
  }

  /// Locks the folder, as another process does that changes it. Closing the descriptor releases the lock.
  private func lock() throws -> HeldLock {
    // The folder has been used before, so that it need not be made.
    try folder.keep("eggs", remaining: .seconds(3600))
    let lock = HeldLock(number: open(folder.file(".sandglass.lock"), O_RDWR))
    try #require(lock.number >= 0 && flock(lock.number, LOCK_EX) == 0)
    return lock
  }

  /// A descriptor that is closed with its last reference.
  private final class HeldLock {
    let number: Int32

    init(number: Int32) { self.number = number }

    func unlock() { flock(number, LOCK_UN) }

    deinit { close(number) }
  }

  private let slow = "sandglass: still being kept, because the folder is slow\n"

  @Test("In a slow folder, the start is announced without an id, which follows")
  func slowFolder() throws {
    let lock = try lock()
    let program = try Program(["Tea=1h", "Milk=1h", "--json"], keptIn: folder)
    try program.expect(#""event":"started","label":"Tea""#)
    try program.expect(#""id":null"#)
    try program.expect(#""event":"tick""#)
    lock.unlock()
    try program.expect(#""event":"saved","label":"Tea""#)
    try program.expect(#""id":"tea""#)
    try program.expect(#""event":"saved","label":"Milk""#)
    program.send(SIGTERM)
    #expect(try program.finish() == 143)
    #expect(program.errors == slow)
    #expect(program.output.ranges(of: #""event":"kept""#).count == 2)
    #expect(folder.names == ["eggs.json", "milk.json", "tea.json"])
  }

  @Test("What is cancelled before it could be kept is not kept later")
  func cancelledMeanwhile() throws {
    let lock = try lock()
    let program = try Program(["1h"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect("still being kept, because the folder is slow")
    program.type("q")
    try program.expect("cancelled")
    lock.unlock()
    #expect(try program.finish() == 130)
    #expect(folder.names == ["eggs.json"])
  }

  /// Cancels what a process without a terminal runs, and waits for its end: if the folder were removed before that, it
  /// would wait for the folder.
  private func cancelDetached(_ id: String) throws {
    let process = try folder.process(of: id)
    #expect(try Program(["cancel", id], keptIn: folder).finish() == 0)
    #expect(poll { kill(process, 0) != 0 })
  }

  @Test("--detach waits for a slow folder")
  func slowDetached() throws {
    let lock = try lock()
    let program = try Program(["Tea=1h", "--detach"], on: .terminal(columns: 80), keptIn: folder)
    try program.expect("still being kept, because the folder is slow")
    lock.unlock()
    try program.expect("come back with: sandglass attach tea")
    #expect(try program.finish() == 0)
    try cancelDetached("tea")
    #expect(folder.names == ["eggs.json"])
  }

  @Test("--detach says which countdowns were over before another process could run them")
  func endedDetached() throws {
    let mixed = try Program(["Tea=0s", "Milk=1h", "--detach"], keptIn: folder)
    #expect(try mixed.finish() == 0)
    #expect(mixed.errors == "sandglass: \"Tea\" ended before it was kept\n")
    try cancelDetached("milk")

    let lock = try lock()
    let late = try Program(["Tea=500ms", "--detach"], on: .terminal(columns: 80), keptIn: folder)
    try late.expect("still being kept, because the folder is slow")
    lock.unlock()
    try late.expect("\"Tea\" ended before it was kept")
    #expect(try late.finish() == 74)
  }

  #if os(Linux)
    @Test("A folder that does not respond holds up neither the start nor the end")
    func hangingFolder() throws {
      let hang = TemporaryFolder()
      guard let faults = Preload.environment(.hangingFolder, while: hang.path) else { return }
      try hang.block()
      try folder.keep("eggs", remaining: .seconds(3600))
      let detached = try Program(["1h", "--detach"], environment: faults, keptIn: folder)
      let short = try Program(["1s"], environment: faults, keptIn: folder)
      let long = try Program(["1h", "--json"], environment: faults, keptIn: folder)
      #expect(try detached.finish() == 74)
      #expect(
        detached.errors
          == "sandglass: cannot be run without a terminal: the folder did not respond in time\n")
      #expect(try short.finish() == 0)
      #expect(short.output.hasSuffix("done\n"))
      try long.expect(#""id":null"#)
      hang.remove()
      try long.expect(#""event":"saved""#)
      try long.expect(#""id":"1h""#)
      long.send(SIGINT)
      #expect(try long.finish() == 130)
      #expect(long.errors == "sandglass: not kept yet: the folder does not respond\n")
      #expect(folder.names == ["eggs.json"])
    }
  #endif
}
