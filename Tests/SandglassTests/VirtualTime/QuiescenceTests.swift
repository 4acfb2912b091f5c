import Sandglass
import SandglassTesting
import Testing

@Suite("Quiescence: what must happen before the time moves on")
struct QuiescenceTests {
  private var tasks = Quiescence(seesMainActor: true)

  private let wait = { (place: Quiescence.Place, started: Int?) in
    Quiescence.Wait(task: 7, started: started, place: place, deadline: .origin)
  }

  /// Runs one job of a task.
  private mutating func run(
    _ number: Int, from place: Quiescence.Place = .other, usingMainActor: Bool = false,
    _ work: (inout Quiescence) -> Void = { _ in }
  ) {
    tasks.enqueues(number, from: place)
    #expect(tasks.next == .jobs)
    work(&tasks)
    tasks.jobEnds(number, usingMainActor: usingMainActor)
  }

  /// The turns of the main queue that the tasks still need.
  private mutating func takeTurns() -> Int {
    var turns = 0
    while tasks.next == .mainTurn {
      tasks.mainQueueHasTurned(after: tasks.mainVisits)
      turns += 1
    }
    return turns
  }

  @Test("a task that waits or has ended needs nothing")
  mutating func known() {
    let number = tasks.starts("a", on: .runner)
    let waiter = tasks.makeWaiter(isLimit: false)
    run(number) { [wait] in $0.begins(wait(.runner, number), by: waiter) }
    #expect(tasks.next == nil)
    #expect(tasks.tasksElsewhere == [])
    tasks.wakes(waiter)
    run(number) { $0.ends(number, task: 7) }
    #expect(tasks.next == nil)
    #expect(tasks.waitingTasks == [])
  }

  @Test("a task that is elsewhere has its grace each time that it was heard of, and is named")
  mutating func elsewhere() {
    let number = tasks.starts("a", on: .runner)
    for _ in 0..<2 {
      run(number)
      #expect(tasks.next == .grace)
      #expect(tasks.graceEnds() == [])
      #expect(tasks.next == nil)
      #expect(tasks.tasksElsewhere == ["a"])
    }
  }

  @Test("a task is elsewhere while only its time limit waits", arguments: [true, false])
  mutating func limit(isLimit: Bool) {
    let number = tasks.starts("a", on: .runner)
    let waiter = tasks.makeWaiter(isLimit: isLimit)
    run(number) { [wait] in $0.begins(wait(.runner, number), by: waiter) }
    run(number)
    #expect(tasks.next == (isLimit ? .grace : nil))
    #expect(tasks.tasksElsewhere == [])
  }

  @Test("a plain task that was woken has its grace until it waits again or its reader is gone")
  mutating func plain() {
    let waiter = tasks.makeWaiter(isLimit: false)
    for isReaderGone in [false, true] {
      tasks.begins(wait(.other, nil), by: waiter)
      #expect(tasks.next == nil)
      tasks.wakes(waiter)
      #expect(tasks.next == .grace)
      if isReaderGone { tasks.retires(waiter) } else { tasks.begins(wait(.other, nil), by: waiter) }
      #expect(tasks.next == nil)
      tasks.retires(waiter)
    }
    #expect(tasks.graceEnds() == [])
    tasks.begins(wait(.other, nil), by: waiter)
    tasks.retires(waiter)
    #expect(tasks.graceEnds().map(\.deadline) == [.origin])
    #expect(tasks.next == nil)
  }

  @Test("a task that went to the main actor has its turns until it is back")
  mutating func mainActor() {
    let number = tasks.starts("a", on: .runner)
    run(number, usingMainActor: true)
    #expect(takeTurns() == 100)
    #expect(tasks.next == .grace)
    run(number, usingMainActor: true)
    run(number, from: .mainActor) { [wait] in $0.begins(wait(.runner, number), by: 1) }
    #expect(takeTurns() == 1)
    #expect(tasks.next == nil)
  }

  @Test("so has one that waits there, and one that begins there")
  mutating func waitOnMainActor() {
    let number = tasks.starts("a", on: .mainActor)
    #expect(tasks.next == .mainTurn)
    let waiter = tasks.makeWaiter(isLimit: false)
    for _ in 0..<2 {
      tasks.begins(wait(.mainActor, number), by: waiter)
      #expect(takeTurns() == 1)
      #expect(tasks.next == nil)
      tasks.wakes(waiter)
    }
    #expect(takeTurns() == 100)
  }

  @Test("a turn that had begun before the task went there does not count")
  mutating func earlyTurn() {
    let number = tasks.starts("a", on: .runner)
    let before = tasks.mainVisits
    run(number, from: .other, usingMainActor: true)
    tasks.mainQueueHasTurned(after: before)
    #expect(takeTurns() == 100)
  }

  @Test("a job that outlives its task may send another one to the main actor")
  mutating func jobOfActor() {
    let (first, second) = (tasks.starts("a", on: .runner), tasks.starts("b", on: .runner))
    run(second) { [wait] in $0.begins(wait(.runner, second), by: 1) }
    run(first, usingMainActor: true) { $0.ends(first, task: 7) }
    #expect(takeTurns() == 100)
  }

  @Test("if uses of the main actor are not told, each job may be one")
  mutating func blind() {
    tasks = Quiescence(seesMainActor: false)
    let number = tasks.starts("a", on: .runner)
    run(number) { [wait] in $0.begins(wait(.runner, number), by: 1) }
    #expect(takeTurns() == 1)
    run(number)
    #expect(takeTurns() == 100)
  }
}
