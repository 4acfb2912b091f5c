import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// Tasks whose places are known, beside a quiescence that hears only of some of what they do.
///
/// One step runs a job of the runner or the first work in the main queue. The two may overlap.
private struct TasksAndQueues {
  enum Home { case runner, mainActor }

  enum Place: Equatable {
    case inQueue, running, ended
    case waiting(Int, Home)
    /// Suspended until another task resumes it.
    case parked(Home)
  }

  enum MainWork {
    /// A task, and by how many tasks on the main actor it was resumed, each by the one before.
    case task(Int, resumptions: Int)
    case turn(Quiescence.MainTurn)
  }

  var quiescence = Quiescence(seesMainActor: true)
  var random: SeededGenerator
  var places: [Place] = []
  var startedNumbers: [Int] = []

  /// The started tasks. Each returns to the runner before it ends.
  var roots: Set<Int> = []
  var runnerQueue: [Int] = []
  var mainQueue: [MainWork] = []
  var pendingTurns = 0

  /// More resumptions in a row than this are not seen through.
  static let maxResumptions = 9
  static let maxTasks = 12

  init(random: SeededGenerator) {
    self.random = random
    for name in ["first", "second"] {
      let number = quiescence.starts(name)
      roots.insert(makeTask(of: number))
      enqueue(places.count - 1, from: .other)
    }
  }

  func identity(_ task: Int) -> TaskIdentity { TaskIdentity(address: UInt(task + 1)) }

  var isTaskInMainQueue: Bool {
    mainQueue.contains { if case .task = $0 { true } else { false } }
  }

  mutating func makeTask(of number: Int) -> Int {
    places.append(.inQueue)
    startedNumbers.append(number)
    return places.count - 1
  }

  mutating func enqueue(_ task: Int, from place: Quiescence.Place) {
    places[task] = .inQueue
    quiescence.enqueues(startedNumbers[task], task: identity(task), from: place)
    runnerQueue.append(task)
  }

  mutating func goToMainActor(_ task: Int, resumptions: Int = 0) {
    places[task] = .inQueue
    mainQueue.append(.task(task, resumptions: resumptions))
  }

  mutating func wait(_ task: Int, at home: Home) {
    let waiter = quiescence.makeWaiter(isLimit: false)
    places[task] = .waiting(waiter, home)
    quiescence.begins(
      Quiescence.Wait(
        task: identity(task), started: startedNumbers[task],
        place: home == .runner ? .runner : .mainActor, deadline: nil), by: waiter)
  }

  mutating func end(_ task: Int) {
    places[task] = .ended
    // A started task ends only once its child tasks have.
    let number = startedNumbers[task]
    let isLast = places.indices.allSatisfy { startedNumbers[$0] != number || places[$0] == .ended }
    if roots.contains(task), isLast { quiescence.ends(number, task: identity(task)) }
  }

  /// Resumes a task that is parked, if there is one.
  mutating func resumeAny(from place: Quiescence.Place, resumptions: Int) {
    let parked = places.indices.filter {
      if case .parked = places[$0] { true } else { false }
    }
    guard let task = parked.randomElement(using: &random) else { return }
    if places[task] == .parked(.runner) { return enqueue(task, from: place) }
    if resumptions < Self.maxResumptions { goToMainActor(task, resumptions: resumptions + 1) }
  }

  mutating func startAny(of number: Int, from place: Quiescence.Place) {
    guard places.count < Self.maxTasks else { return }
    enqueue(makeTask(of: number), from: place)
  }
}

extension TasksAndQueues {
  mutating func runJob() {
    guard !runnerQueue.isEmpty else { return }
    let task = runnerQueue.removeFirst()
    let number = startedNumbers[task]
    var usesMainActor = false
    places[task] = .running
    for _ in 0..<random.number(0...2) {
      switch random.number(0...2) {
      case 0: startAny(of: number, from: .runner)
      case 1 where places.count < Self.maxTasks:
        goToMainActor(makeTask(of: number))
        usesMainActor = true
      default: resumeAny(from: .runner, resumptions: 0)
      }
    }
    switch random.number(0...4) {
    case 0:
      goToMainActor(task)
      usesMainActor = true
    case 1: places[task] = .parked(.runner)
    case 2:
      end(task)
      resumeAny(from: .runner, resumptions: 0)
    default: wait(task, at: .runner)
    }
    // The main thread may be quicker than the end of the job.
    while random.once(in: 3) { runMainWork() }
    quiescence.jobEnds(number, task: identity(task), usingMainActor: usesMainActor)
  }

  mutating func runMainWork() {
    guard !mainQueue.isEmpty else { return }
    switch mainQueue.removeFirst() {
    case .turn(let turn):
      pendingTurns -= 1
      if quiescence.mainTurnEnds(turn) { beginTurn() }
    case .task(let task, let resumptions):
      places[task] = .running
      for _ in 0..<random.number(0...2) {
        if random.once(in: 2) {
          startAny(of: startedNumbers[task], from: .mainActor)
        } else {
          resumeAny(from: .mainActor, resumptions: resumptions)
        }
      }
      switch random.number(0...3) {
      case 0: enqueue(task, from: .mainActor)
      case 1: places[task] = .parked(.mainActor)
      case 2 where !roots.contains(task):
        end(task)
        resumeAny(from: .mainActor, resumptions: resumptions)
      default: wait(task, at: .mainActor)
      }
    }
  }

  mutating func beginTurn() {
    pendingTurns += 1
    mainQueue.append(.turn(quiescence.mainTurnBegins()))
  }

  /// Ends a wait. Returns false if there is none.
  mutating func wakeAny() -> Bool {
    let waiting = places.indices.filter {
      if case .waiting = places[$0] { true } else { false }
    }
    guard let task = waiting.randomElement(using: &random),
      case .waiting(let waiter, let home) = places[task]
    else { return false }
    quiescence.wakes(waiter)
    if home == .runner { enqueue(task, from: .other) } else { goToMainActor(task) }
    return true
  }
}

@Suite(.random)
struct QuiescenceRandomTests {
  /// When the time moves on, every task has gone as far as it can. None is in the main queue or has a job.
  @Test func timeMovesOnOnlyWhenNoTaskIsInTheMainQueue() throws {
    var random = SeededGenerator(for: "timeMovesOnOnlyWhenNoTaskIsInTheMainQueue")
    for _ in 0..<repetitions(20_000) {
      var tasks = TasksAndQueues(random: SeededGenerator(seed: random.next()))
      for _ in 0..<300 {
        switch tasks.quiescence.next {
        case .jobs?:
          if tasks.random.once(in: 3) { tasks.runMainWork() } else { tasks.runJob() }
        case .mainTurn?:
          if tasks.pendingTurns == 0 || tasks.random.once(in: 50) { tasks.beginTurn() }
          tasks.runMainWork()
        case .grace?, nil:
          try #require(tasks.runnerQueue.isEmpty && !tasks.isTaskInMainQueue)
          guard tasks.wakeAny() else { break }
        }
      }
    }
  }

  /// A child task that comes back says nothing about its parent, which the main queue may still contain.
  @Test func eachTaskComesBackByItself() {
    var quiescence = Quiescence(seesMainActor: true)
    let (parent, child) = (TaskIdentity(address: 1), TaskIdentity(address: 2))
    let number = quiescence.starts("parent")
    quiescence.enqueues(number, task: parent, from: .other)
    quiescence.jobEnds(number, task: parent, usingMainActor: true)
    quiescence.enqueues(number, task: child, from: .mainActor)
    let waiter = quiescence.makeWaiter(isLimit: false)
    quiescence.begins(
      Quiescence.Wait(task: child, started: number, place: .runner, deadline: nil), by: waiter)
    quiescence.jobEnds(number, task: child, usingMainActor: false)
    for _ in 1...20 {
      let turn = quiescence.mainTurnBegins()
      let needsAnother = quiescence.mainTurnEnds(turn)
      #expect(needsAnother)
    }
    quiescence.enqueues(number, task: parent, from: .mainActor)
    #expect(quiescence.next == .jobs)
  }

  /// Two turns that are in the main queue at once run the same work.
  @Test func onlyTheLatestTurnCounts() {
    var quiescence = Quiescence(seesMainActor: true)
    let task = TaskIdentity(address: 1)
    let number = quiescence.starts("task")
    quiescence.enqueues(number, task: task, from: .other)
    quiescence.jobEnds(number, task: task, usingMainActor: true)
    for _ in 1...150 {
      let replaced = quiescence.mainTurnBegins()
      _ = quiescence.mainTurnBegins()
      let needsAnother = quiescence.mainTurnEnds(replaced)
      #expect(!needsAnother)
    }
    #expect(quiescence.next == .mainTurn)
    var turns = 1
    while true {
      let turn = quiescence.mainTurnBegins()
      guard quiescence.mainTurnEnds(turn) else { break }
      turns += 1
    }
    #expect(turns == 100)
  }
}
