import Dispatch
import Foundation
@testable import Sandglass
import SandglassTestSupport
import Testing

@Suite("Locked: one thread at a time", .machine)
struct LockedTests {
  /// A value that detects changes by two threads at once.
  private struct Sums {
    var one = 0
    var other = 0
  }

  @Test("no addition is lost, and no thread sees half of a change")
  func additions() {
    let locked = Locked(Sums())
    let rounds = 20_000
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<rounds {
        let isWhole = locked.withLock { sums in
          sums.one += 1
          defer { sums.other += 1 }
          return sums.one == sums.other + 1
        }
        #expect(isWhole)
      }
    }
    let sums = locked.withLock { $0 }
    #expect(sums.one == 4 * rounds)
    #expect(sums.other == 4 * rounds)
  }

  @Test("a thread that waits for long sleeps, and is woken")
  func sleeping() {
    let locked = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      for _ in 0..<50 {
        locked.withLock { number in
          // Far longer than a waiting thread spins before it sleeps.
          Thread.sleep(forTimeInterval: 0.000_2)
          number += 1
        }
      }
    }
    #expect(locked.withLock { $0 } == 150)
  }

  @Test("an argument moves into the protected value, and a result is released after unlocking")
  func handingOver() {
    final class Part {}
    let locked = Locked<Part?>(nil)
    weak var part: Part?
    do {
      let new = Part()
      part = new
      locked.withLock(new) { held, new in held = new }
    }
    #expect(part != nil)
    _ = locked.withLock(()) { held, _ in held.take() }
    #expect(part == nil)
  }

  @Test("an error releases the lock")
  func error() {
    struct Failure: Error {}
    let locked = Locked(1)
    #expect(throws: Failure.self) { try locked.withLock { _ throws(Failure) in throw Failure() } }
    #expect(locked.withLock { $0 } == 1)
  }

  #if os(Linux)
    @Test("a thread that gives way lets others take the lock many times before it comes back")
    func givingWay() {
      struct Counts {
        var turns = 0
        var isOver = false
      }
      let counts = Locked(Counts())
      Thread.detachNewThread {
        var isOver = false
        repeat {
          isOver = counts.withLock { counts in
            // For as long as serving 64 timers takes.
            for _ in 0..<2048 { Processor.pause() }
            counts.turns += 1
            return counts.isOver
          }
          counts.giveWay()
        } while !isOver
      }
      while counts.withLock({ $0.turns }) == 0 {}
      let enough = 50_000
      for _ in 0..<enough {
        counts.withLock { _ in }
        // A callback.
        for _ in 0..<32 { Processor.pause() }
      }
      let turns = counts.withLock { counts in
        counts.isOver = true
        return counts.turns
      }
      #expect(turns < enough / 8)
    }
  #endif
}
