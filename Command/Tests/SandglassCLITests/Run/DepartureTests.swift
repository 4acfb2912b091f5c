import Sandglass
import SandglassCore
import SandglassLedger
import Testing

@testable import sandglass_cli

@Suite("How a process lets go of a record")
struct DepartureTests {
  @Test("It follows from what was asked and from what is on the disk")
  func table() {
    var removing: [DepartureWish] = []
    for wish in DepartureWish.allCases {
      for standing in RecordStanding.allCases {
        let departure = Departure(wish, standing)
        if departure == .cancel { removing.append(wish) }
        // Whether the latest change could be written plays no part.
        #expect(Departure(wish, .whole) == Departure(wish, .behind))
        if departure == .leave { #expect(standing == .whole || standing == .behind) }
        if departure == .stay { #expect(wish == .leave, "a signal and q are never refused") }
      }
    }
    #expect(Set(removing) == [.cancel])
    #expect(removing.count == RecordStanding.allCases.count)
  }

  @Test("An error of the store is what it says of the record")
  func standing() {
    func of(_ kind: CountdownStoreError.Kind?, lacksChanges: Bool = false) -> RecordStanding {
      RecordStanding(
        error: kind.map { CountdownStoreError($0, id: "tea") }, lacksChanges: lacksChanges)
    }
    #expect(of(nil) == .whole)
    #expect(of(nil, lacksChanges: true) == .behind)
    // A lease that could not be written is no change.
    #expect(of(.notSaved) == .whole)
    #expect(of(.notSaved, lacksChanges: true) == .behind)
    #expect(of(.unavailable) == .behind)
    #expect(of(.newer(version: 9, accepted: 1...2)) == .whole)
    #expect(of(.foreign(reason: "")) == .displaced)
    #expect(of(.damaged(reason: "", setAsideAs: nil)) == .displaced)
    #expect(of(.damaged(reason: "", setAsideAs: "tea.damaged-1.json")) == .whole)
  }
}

// MARK: - All that can happen

/// A process with one countdown, and its disk: everything that matters for the record.
private struct World: Hashable {
  enum Disk: Hashable { case works, full, away, foreign }

  enum Step: CaseIterable {
    case write, pause, finish, diskWorks, diskIsFull, diskIsAway, foreignFile, removedByOther
    case cancel, leave, end
  }

  /// What the record says, wherever its folder is.
  enum Record: Hashable { case missing, running, paused, foreign }

  var disk = Disk.works
  var record = Record.missing
  var wasRemovedByOther = false

  // The process.
  var isKept = true
  var wasEverWritten = false
  var change: Record?
  var isRefused = false
  var isOver = false
  var departure: Departure?
  var userHasCancelled = false
  var hasFinished = false
  var said: LastWord?

  /// What the store says, as the library reports it.
  var standing: RecordStanding {
    guard wasEverWritten else { return isKept && !isRefused ? .beingWritten : .none }
    switch disk {
    case .foreign: return .displaced
    case .away: return .behind
    case .works, .full: return change == nil ? .whole : .behind
    }
  }

  /// Tries to write what the record lacks. Removing needs no room on a full disk.
  mutating func write() {
    guard isKept else { return }
    guard wasEverWritten else {
      isRefused = disk != .works
      if disk == .works, !isOver { (record, wasEverWritten, isRefused) = (.running, true, false) }
      return
    }
    guard let change, disk == .works || disk == .full && change == .missing else { return }
    // Another process may have removed it in the meantime. Then there is nothing to change.
    if record != .missing { record = change }
    self.change = nil
  }

  func after(_ step: Step) -> World? {
    var world = self
    switch step {
    case .diskWorks: world.disk = .works
    case .diskIsFull: world.disk = .full
    case .diskIsAway: world.disk = .away
    case .foreignFile:
      guard record != .missing else { return nil }
      (world.disk, world.record) = (.foreign, .foreign)
    case .removedByOther:
      guard disk == .works, record == .running || record == .paused else { return nil }
      (world.record, world.wasRemovedByOther) = (.missing, true)
    case _ where isOver: return nil
    case .write: world.write()
    case .pause: world.change = .paused
    case .finish:
      world.hasFinished = true
      world.change = .missing
      world.exit(nil)
    case .cancel, .leave, .end:
      let wish: DepartureWish = step == .cancel ? .cancel : step == .leave ? .leave : .end
      world.write()
      let departure = Departure(wish, world.standing)
      if departure == .cancel { (world.change, world.userHasCancelled) = (.missing, true) }
      if departure != .stay { world.exit(departure) }
    }
    // A file of somebody else stays in the place of the record.
    if world.record == .foreign { world.disk = .foreign }
    return world
  }

  private mutating func exit(_ departure: Departure?) {
    isOver = true
    self.departure = departure
    write()
    said = LastWord(after: departure, standing)
  }
}

extension DepartureTests {
  @Test("In every order of events, no record is lost, and no end is silent")
  func exploration() {
    var known: Set<World> = []
    var waiting = [true, false].map { isKept in
      var world = World()
      world.isKept = isKept
      return world
    }
    while let world = waiting.popLast() {
      guard known.insert(world).inserted else { continue }
      check(world)
      waiting += World.Step.allCases.compactMap(world.after)
    }
    #expect(known.count > 100)
  }

  private func check(_ world: World) {
    if world.wasEverWritten, world.record == .missing {
      #expect(world.userHasCancelled || world.hasFinished || world.wasRemovedByOther, "\(world)")
    }
    guard world.isOver else { return }
    let isThere = world.record == .running || world.record == .paused
    if world.userHasCancelled || world.hasFinished, isThere {
      #expect(world.said != nil, "\(world)")
    }
    if world.departure == .leave, world.change != nil {
      #expect(world.said == .notWritten, "\(world)")
    }
    if world.departure == .drop {
      #expect(!isThere || world.said != nil || world.standing == .displaced)
    }
    if world.departure == .leave { #expect(world.wasEverWritten, "somebody can come back to it") }
    if world.isKept, !world.wasEverWritten, !world.isRefused { #expect(world.said == .unknown) }
  }

  @Test("Each trouble of the store is told once, and its end")
  func notices() {
    func error(_ kind: CountdownStoreError.Kind, _ id: String) -> CountdownStoreError {
      CountdownStoreError(kind, id: id)
    }
    var notices = StoreNotices()
    #expect(notices.note([]) == [])
    let full = [error(.notSaved, "a"), error(.notSaved, "b"), error(.notSaved, "c")]
    #expect(
      notices.note(full) == [
        "the record \"a\" could not be written (and 2 more); tried again until that is possible"
      ])
    #expect(notices.note(full) == [])
    #expect(notices.note([full[2]]) == [], "the same trouble of another record")
    let away = notices.note([full[2], error(.unavailable, "a")])
    #expect(away.count == 1 && away[0].hasPrefix("the record \"a\" cannot be read for the moment"))
    #expect(notices.note([error(.unavailable, "a")]) == [])
    #expect(notices.note([]) == ["the records are written again"])
    #expect(notices.note(full).count == 1)
    let foreign = notices.note([error(.foreign(reason: "it is a poem"), "a")])
    #expect(foreign.first == "the records are written again")
    #expect(foreign.count == 2 && foreign[1].hasPrefix("not kept: the file of the record"))
    #expect(notices.note([]) == [])
  }
}
