@testable import SandglassCore
@testable import SandglassLedger

/// Some processes with one kept countdown, their store, and the clocks, as a value. Everything that can happen to them
/// is a step that leads to another world. Each step is compared with the ``KeepingSpecification``.
struct KeepingWorld: Hashable {
  /// What may still happen.
  struct Budget: Hashable {
    var operations = 0, seconds = 0, kills = 0, freezes = 0, reboots = 0, settings = 0
    var failures = 0, bindings = 0
  }

  /// What does not change in one exploration.
  struct Setup: Sendable {
    var name: String
    var budget: Budget
    var receivers: [PendingEventKinds]
    var operations = KeepingSpecification.Operation.allCases
    var bindable: [PendingEventKinds] = [.finishes]
    var countsPastZero = false

    /// How many seconds an extension adds; a negative number shortens the run.
    var addition = 2

    /// Whether a process sees that another one has ended.
    var seesLives = true

    /// Whether the result of an update arrives in a separate step.
    var splitsUpdates = false

    /// The number of callbacks for each event.
    var callbacks = 1
  }

  enum Life: Hashable {
    case ended, alive, frozen
  }

  struct Process: Hashable {
    var life = Life.ended
    var identity: ProcessIdentity
    var ledger: CountdownLedger
    private var run: Run

    var machine: CountdownMachine {
      get { run.machine }
      set { run.machine = newValue }
    }

    /// The events that wait for their callbacks, with the receivers that were bound, and the one whose callback is
    /// running.
    var waiting: [Waiting] = []
    var calling: PendingEvent?

    /// What undoes this process's latest extension.
    var undoable: RunChange?

    /// The result of an update that has not arrived yet.
    var answer: CountdownRecord??

    init(
      life: Life = .ended, identity: ProcessIdentity, ledger: CountdownLedger,
      machine: CountdownMachine
    ) {
      self.life = life
      self.identity = identity
      self.ledger = ledger
      run = Run(machine: machine)
    }
  }

  /// The run of a machine. What it displays is none of the world's.
  private struct Run: Hashable {
    var machine: CountdownMachine

    private var place: [UInt64] {
      let left = machine.timeLeft(at: .origin) ?? .zero
      return [
        UInt64(machine.state.hashValue.magnitude), UInt64(bitPattern: left.components.seconds),
        machine.armed, machine.total, UInt64(machine.phaseIndex),
      ]
    }

    static func == (left: Run, right: Run) -> Bool { left.place == right.place }

    func hash(into hasher: inout Hasher) { hasher.combine(place) }
  }

  struct Waiting: Hashable {
    let event: PendingEvent
    let receivers: PendingEventKinds

    /// Whether an earlier callback of the same delivery has begun; nil for the first one.
    var hasBegun: Bool?
  }

  struct Violation: Error {
    let text: String
  }

  var time = 0
  var bootTime = -1
  var boot = 1
  var wallShift = 0
  var wasSet = false
  var launches = 0
  var budget: Budget
  var store: CountdownRecord?
  var processes: [Process] = []
  var specification: KeepingSpecification

  init(_ setup: Setup) {
    budget = setup.budget
    specification = KeepingSpecification(
      countsPastZero: setup.countsPastZero, addition: setup.addition)
    for receivers in setup.receivers {
      let identity = ProcessIdentity(number: 0, start: nil, space: nil, boot: nil)
      processes.append(
        Process(
          identity: identity, ledger: CountdownLedger(Self.blank(setup), process: identity),
          machine: Self.machine(setup)))
      launch(processes.count - 1, setup)
      processes[processes.count - 1].ledger.receivers = receivers
    }
  }

  static let plan = PhasePlan([Phase("A", .seconds(1)), Phase("B", .seconds(2))])

  static func options(_ setup: Setup) -> CountdownOptions {
    CountdownOptions(milestones: [.remaining(.seconds(1))], countsPastZero: setup.countsPastZero)
  }

  private static func machine(_ setup: Setup) -> CountdownMachine {
    var machine = CountdownMachine(plan[0]?.duration ?? .zero, options: options(setup))
    machine.plan = plan
    return machine
  }

  private static func blank(_ setup: Setup) -> CountdownRecord {
    CountdownRecord(
      id: "tea", label: nil, state: .idle, target: .phases(plan), total: .zero,
      options: options(setup),
      written: .init(steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil), run: 0)
  }
}

// MARK: - Clocks and lives

extension KeepingWorld {
  var now: ClockInstant { instant(at: time) }

  private func instant(at time: Int) -> ClockInstant {
    ClockInstant(
      steady: Moment(nanoseconds: UInt64(time - bootTime) * 1_000_000_000),
      wall: WallMoment(secondsSince1970: Int64(1000 + time + wallShift)),
      boot: BootIdentity("\(boot)"))
  }

  func life(_ setup: Setup) -> (ProcessIdentity) -> ProcessLife {
    { [processes] identity in
      guard setup.seesLives else { return .unknown }
      let isThere = processes.contains { $0.identity == identity && $0.life != .ended }
      return isThere ? .alive : .ended
    }
  }

  mutating func launch(_ index: Int, _ setup: Setup) {
    launches += 1
    let identity = ProcessIdentity(
      number: Int32(launches), start: nil, space: nil, boot: BootIdentity("\(boot)"))
    var ledger = CountdownLedger(Self.blank(setup), process: identity)
    ledger.log.learn(store)
    _ = ledger.notice(at: now)
    var machine = Self.machine(setup)
    machine.restore(ledger.record(at: now), at: now)
    processes[index] = Process(
      life: .alive, identity: identity, ledger: ledger, machine: machine)
  }

  mutating func kill(_ index: Int, _ setup: Setup) {
    excuse(index)
    processes[index].life = .ended
    processes[index].ledger = CountdownLedger(Self.blank(setup), process: processes[index].identity)
    processes[index].machine = Self.machine(setup)
    processes[index].waiting = []
    processes[index].calling = nil
    processes[index].answer = nil
    processes[index].undoable = nil
  }

  /// An event that a process is delivering, or has delivered without recording it, may be delivered again.
  private mutating func excuse(_ index: Int) {
    let process = processes[index]
    if let event = process.calling { excuse(event) }
    for call in process.ledger.log.calls {
      if case .acknowledge(let event) = call.operation { excuse(event) }
    }
  }

  private mutating func excuse(_ event: PendingEvent) {
    if let index = specification.index(event.run, event.number, Self.kind(event)) {
      specification.dues[index].excuses += 1
    }
  }

  mutating func tick() {
    time += 1
    guard let lease = store?.lease, lease.until == now.steady else { return }
    for index in processes.indices where processes[index].identity == lease.process {
      excuse(index)
    }
  }

  mutating func reboot(_ setup: Setup) {
    for index in processes.indices where processes[index].life != .ended { kill(index, setup) }
    boot += 1
    bootTime = time
  }
}

// MARK: - Operations and updates

extension KeepingWorld {
  mutating func call(
    _ operation: KeepingSpecification.Operation, _ index: Int, _ setup: Setup
  ) throws(Violation) {
    advance(index)
    // No two calls read the same nanosecond, neither in two processes nor in one.
    let number = 100 * (setup.budget.operations - budget.operations)
    let order = now.wall + .nanoseconds(number + Int(processes[index].identity.number))
    let operation = self.operation(operation, setup, order, index)
    let before = processes[index].machine.position(at: now.steady)
    guard let isPerformed = perform(operation, order, index) else {
      // The run that is continued is not that of this machine.
      processes[index].ledger.log.append(.perform(operation), at: now)
      processes[index].machine.restore(processes[index].ledger.record(at: now), at: now)
      return
    }
    guard isPerformed else { throw Violation(text: "the machine refuses it") }
    let machine = processes[index].machine
    switch operation {
    case .extend:
      processes[index].undoable = RunChange(from: before, to: machine.position(at: now.steady))
    case .undo: processes[index].undoable = nil
    default: break
    }
    processes[index].ledger.note(performed: operation, by: machine, wallEnd: nil, at: now)
    try checkMachine(index)
  }

  /// Lets the machine perform an operation. Returns whether it accepts it; nil if it is none of the machine.
  private mutating func perform(
    _ operation: CountdownOperation, _ order: WallMoment, _ index: Int
  ) -> Bool? {
    let moment = now.steady
    return switch operation {
    case .start: call(index, order) { $0.start(at: moment, report: $1) }
    case .pause: call(index) { $0.pause(at: moment, report: $1) }
    case .resume: call(index) { $0.resume(at: moment, report: $1) }
    case .extend(let duration): call(index) { $0.extend(by: duration, at: moment, report: $1) }
    case .undo(let change): call(index) { $0.undo(change, at: moment, report: $1) }
    case .cancel:
      {
        let isCancelled = call(index) { $0.cancel(at: moment, report: $1) }
        if isCancelled { processes[index].ledger.dropEvents() }
        return isCancelled
      }()
    default: nil
    }
  }

  /// Calls the machine, and notes what it reports, as a countdown does.
  private mutating func call<Answer>(
    _ index: Int, _ order: WallMoment? = nil,
    _ body: (inout CountdownMachine, (CountdownEvent) -> Void) -> Answer
  ) -> Answer {
    let now = now
    var (machine, ledger, mustWrite) = (processes[index].machine, processes[index].ledger, false)
    ledger.beginCall()
    let answer = body(&machine) { event in
      if ledger.note(event, order: order, at: now) { mustWrite = true }
    }
    if mustWrite { ledger.write(machine, wallEnd: nil, at: now) }
    (processes[index].machine, processes[index].ledger) = (machine, ledger)
    return answer
  }

  /// The process is running, and sees what has become due.
  private mutating func advance(_ index: Int) {
    if processes[index].ledger.takeIsAheadOfMachine() {
      processes[index].machine.restore(processes[index].ledger.record(at: now), at: now)
    } else {
      let moment = now.steady
      call(index) { $0.advance(to: moment, report: $1) }
    }
    _ = processes[index].ledger.takeReports()
    _ = processes[index].ledger.notice(at: now)
  }

  /// The process learns what the store has, and its machine follows.
  mutating func follow(
    _ index: Int, _ news: (inout CountdownLedger) -> Void
  ) throws(Violation) {
    advance(index)
    let before = processes[index].ledger.record(at: now)
    news(&processes[index].ledger)
    _ = processes[index].ledger.notice(at: now)
    let after = processes[index].ledger.record(at: now)
    if !after.isSameRun(as: before) { processes[index].machine.restore(after, at: now) }
    try checkMachine(index)
  }

  /// The machine is where a new one would be that continues from the process's own record.
  private func checkMachine(_ index: Int) throws(Violation) {
    let (machine, record) = (processes[index].machine, processes[index].ledger.record(at: now))
    var restored = machine
    restored.restore(record, at: now)
    guard machine.state.lasts || restored.state.lasts else { return }
    guard machine.state == restored.state, machine.phaseIndex == restored.phaseIndex,
      machine.total == restored.total, machine.armed == restored.armed,
      machine.timeLeft(at: now.steady) == restored.timeLeft(at: now.steady)
    else {
      throw Violation(text: "the machine is at \(machine), the record at \(record)")
    }
  }

  private func operation(
    _ operation: KeepingSpecification.Operation, _ setup: Setup, _ order: WallMoment, _ index: Int
  ) -> CountdownOperation {
    let (plan, options) = (Self.plan, Self.options(setup))
    let end = now.wall + .seconds(KeepingSpecification.ahead)
    return switch operation {
    case .start: .start(.phases(plan), options, age: .zero, order: order)
    case .pause: .pause
    case .resume: .resume()
    case .extend: .extend(by: .seconds(setup.addition))
    case .moveEnd: .moveEnd(to: end, after: nil)
    case .goOn:
      .moveEnd(
        to: end,
        after: FinishedRun(
          target: .phases(plan), options: options, phaseIndex: 1, elapsed: .seconds(3),
          order: order))
    case .cancel: .cancel
    case .undo: processes[index].undoable.map { .undo($0) } ?? .toggle
    }
  }

  /// Returns whether a call would change anything, according to the process's copy of the record.
  func canCall(_ operation: KeepingSpecification.Operation, _ index: Int) -> Bool {
    if operation == .undo {
      var machine = processes[index].machine
      machine.advance(to: now.steady) { _ in }
      let present = machine.position(at: now.steady)
      return processes[index].undoable.flatMap { change in present.flatMap(change.undone) } != nil
    }
    let state = processes[index].ledger.record(at: now).state
    return switch (operation, state) {
    case (.start, .idle), (.start, .finished), (.start, .overtime): true
    case (.pause, .running), (.resume, .paused): true
    case (.extend, .running), (.extend, .paused), (.extend, .overtime): true
    case (.cancel, .running), (.cancel, .paused), (.cancel, .overtime): true
    case (.moveEnd, .running), (.moveEnd, .paused), (.moveEnd, .overtime): true
    case (.goOn, .idle), (.goOn, .finished): true
    default: false
    }
  }

  /// An update takes effect in the store.
  mutating func update(_ index: Int, _ setup: Setup) throws(Violation) {
    let life = life(setup)
    let calls = processes[index].ledger.log.calls
    let update = processes[index].ledger.begin(at: now, life: life)
    let before = store
    store = update.result(on: before, at: now, life: life)
    specify(calls, from: before, setup)
    processes[index].answer = .some(store)
    if !setup.splitsUpdates { try learn(index) }
    if store == nil { specification.forget() }
    try compare()
  }

  private mutating func specify(
    _ calls: [OperationLog<CountdownRecord>.Call], from before: CountdownRecord?, _ setup: Setup
  ) {
    var record = before ?? Self.blank(setup)
    for call in calls {
      record.apply(call.operation, at: call.called)
      let called = Int(call.called.steady.nanoseconds / 1_000_000_000) + bootTime
      switch call.operation {
      case .perform(.start): specification.apply(.start, called: called, newRun: record.run)
      case .perform(.pause): specification.apply(.pause, called: called, newRun: record.run)
      case .perform(.resume): specification.apply(.resume, called: called, newRun: record.run)
      case .perform(.extend): specification.apply(.extend, called: called, newRun: record.run)
      case .perform(.cancel): specification.apply(.cancel, called: called, newRun: record.run)
      case .perform(.moveEnd(_, nil)):
        specification.apply(.moveEnd, called: called, newRun: record.run)
      case .perform(.moveEnd(_, .some)):
        specification.apply(.goOn, called: called, newRun: record.run)
      case .perform(.undo(let change)):
        specification.undo(KeepingSpecification.Extension(change), called: called)
      case .acknowledge(let event):
        specification.acknowledge(event.run, event.number, Self.kind(event), called: called)
      default: break
      }
    }
    specification.settle(time)
  }

  static func kind(_ event: PendingEvent) -> KeepingSpecification.Kind {
    switch (event.kind, event.phaseIndex) {
    case (.milestone, 0): .firstMilestone
    case (.milestone, _): .secondMilestone
    case (.phaseEnd, 0): .firstPhase
    case (.phaseEnd, _): .secondPhase
    case (.finish, _): .finish
    }
  }

  mutating func learn(_ index: Int) throws(Violation) {
    guard let answer = processes[index].answer else { return }
    processes[index].answer = nil
    try follow(index) { $0.log.succeed(answer) }
  }

  mutating func look(_ index: Int) throws(Violation) {
    try follow(index) { [store] in $0.log.learn(store) }
  }

  mutating func fail(_ index: Int, _ setup: Setup) {
    _ = processes[index].ledger.begin(at: now, life: life(setup))
    processes[index].ledger.log.fail()
  }

  /// The record agrees with the specification. After a reboot with a clock that was set, it can only be estimated.
  private mutating func compare() throws(Violation) {
    if wasSet, boot > 1 { return }
    var remaining: Int?
    let state: KeepingSpecification.State
    switch store?.state {
    case nil, .idle, .finished: state = .over
    case .running(let deadline, _):
      state = .running
      let left = deadline - now.steady
      remaining =
        Int(left / .seconds(1))
        + (Self.plan.duration(after: store?.phaseIndex ?? 0) / .seconds(1)).rounded
    case .paused(let left, _):
      state = .paused
      remaining =
        Int(left / .seconds(1))
        + (Self.plan.duration(after: store?.phaseIndex ?? 0) / .seconds(1)).rounded
    case .overtime: state = .overtime
    }
    let wanted = specification.state == .none ? .over : specification.state
    guard state == wanted else { throw Violation(text: "the record is \(state), wanted \(wanted)") }
    guard let remaining else { return }
    let rest = state == .running ? specification.deadline - time : specification.rest
    guard store?.run == specification.run else { throw Violation(text: "another run is recorded") }
    guard remaining == rest else {
      throw Violation(text: "\(remaining) s are left, wanted \(rest) s")
    }
    guard let total = store?.total, total == .seconds(specification.total) else {
      throw Violation(
        text: "the total is \(store?.total, default: "none"), wanted \(specification.total) s")
    }
  }
}

extension Double {
  fileprivate var rounded: Int { Int(self) }
}

// MARK: - Deliveries

extension KeepingWorld {
  /// Adds everything that may be delivered to the process's queue.
  mutating func queue(_ index: Int, _ setup: Setup) {
    advance(index)
    for event in processes[index].ledger.deliverable(at: now, life: life(setup)) {
      for _ in 0..<setup.callbacks {
        processes[index].ledger.deliver(event)
        processes[index].waiting.append(
          Waiting(event: event, receivers: processes[index].ledger.receivers))
      }
    }
  }

  /// The next waiting callback begins, if it still may.
  mutating func begin(_ index: Int, _ setup: Setup) throws(Violation) {
    let next = processes[index].waiting.removeFirst()
    let event = next.event
    let begins =
      processes[index].ledger.beginCallback(of: event, at: now, life: life(setup))
      && processes[index].ledger.receivers.contains(event)
    if let first = next.hasBegun, first != begins {
      throw Violation(text: "\(Self.kind(event)) reaches only one of two receivers")
    }
    if let other = processes[index].waiting.firstIndex(where: { $0.event == event }) {
      processes[index].waiting[other].hasBegun = begins
    }
    guard begins else {
      processes[index].ledger.noteDelivered(event, isHandled: false, at: now)
      return
    }
    // All callbacks of an event are one delivery.
    if next.hasBegun == nil {
      try check(event, index, next.receivers.intersection(processes[index].ledger.receivers))
    }
    processes[index].calling = event
  }

  mutating func finish(_ index: Int, isHandled: Bool) {
    guard let event = processes[index].calling else { return }
    processes[index].calling = nil
    processes[index].ledger.noteDelivered(event, isHandled: isHandled, at: now)
    if !isHandled, let due = specification.index(event.run, event.number, Self.kind(event)) {
      specification.dues[due].deliveries -= 1
    }
  }

  private mutating func check(
    _ event: PendingEvent, _ index: Int, _ receivers: PendingEventKinds
  ) throws(Violation) {
    let ledger = processes[index].ledger
    let name = "\(Self.kind(event)) of run \(event.run)"
    let isEstimated = wasSet && boot > 1
    let isBroken = ledger.log.hasFailed(at: now.steady)
    let isStale = ledger.log.stored != store || isBroken
    // What is actually due, including what this process has already delivered.
    var truth = specification
    for call in ledger.log.calls {
      if case .acknowledge(let reported) = call.operation {
        let called = Int(call.called.steady.nanoseconds / 1_000_000_000) + bootTime
        truth.acknowledge(reported.run, reported.number, Self.kind(reported), called: called)
      }
    }
    truth.settle(time)
    let present = store?.settled(at: now).pending.contains(where: event.isSame) ?? false
    if !isBroken, present,
      store?.lease?.process != processes[index].identity || store?.lease?.hasEnded(at: now) != false
    {
      throw Violation(text: "\(name) is delivered by a process without a lease")
    }
    let found = truth.index(event.run, event.number, Self.kind(event)).map { truth.dues[$0] }
    if found == nil, !isStale, !isEstimated { throw Violation(text: "\(name) is not due") }
    if found?.isVoid ?? false, !isStale { throw Violation(text: "\(name) is void") }
    let place = specification.add(
      event.run, event.number, Self.kind(event), at: found?.moment, isAhead: true)
    if isBroken { specification.dues[place].excuses += 1 }
    let due = specification.dues[place]
    if due.deliveries > due.excuses {
      throw Violation(text: "\(name) is delivered \(due.deliveries + 1) times")
    }
    specification.dues[place].deliveries += 1
    if isBroken { specification.dues[place].excuses += 1 }
    guard let found, let moment = found.moment, !isStale, !isEstimated else { return }
    for other in truth.dues where !other.isVoid && other.deliveries == 0 {
      guard let before = other.moment, before < moment,
        other.run != event.run || other.number < event.number
      else { continue }
      if receivers.contains(Self.kinds(other.kind)) {
        throw Violation(text: "\(name) is delivered before \(other.kind) of run \(other.run)")
      }
    }
    let wanted = instant(at: max(moment, bootTime)).steady
    if !wasSet, event.moment(at: now).moment != wanted {
      throw Violation(text: "\(name) has the moment \(event.moment(at: now)), wanted \(wanted)")
    }
    if !wasSet, event.instant.wall != WallMoment(secondsSince1970: Int64(1000 + moment)) {
      throw Violation(text: "\(name) has another wall-clock time")
    }
  }

  static func kinds(_ kind: KeepingSpecification.Kind) -> PendingEventKinds {
    switch kind {
    case .firstMilestone, .secondMilestone: .milestones
    case .firstPhase, .secondPhase: .phaseEnds
    case .finish: .finishes
    }
  }
}

// MARK: - The end

extension KeepingWorld {
  /// One step of every running process, without failures. Returns whether anything was left to do.
  private mutating func turn(_ setup: Setup) throws(Violation) -> Bool {
    var hasMoved = false
    for index in processes.indices where processes[index].life == .alive {
      if processes[index].answer != nil {
        try learn(index)
        hasMoved = true
      }
      if processes[index].calling != nil {
        finish(index, isHandled: true)
        hasMoved = true
      }
      if processes[index].ledger.wantsUpdate(at: now, life: life(setup)) {
        try update(index, setup)
        try learn(index)
        hasMoved = true
      }
      if processes[index].ledger.log.stored != store {
        try look(index)
        hasMoved = true
      }
      let waiting = processes[index].waiting.count
      queue(index, setup)
      if processes[index].waiting.count > waiting { hasMoved = true }
      if !processes[index].waiting.isEmpty {
        try begin(index, setup)
        hasMoved = true
      }
    }
    return hasMoved
  }

  private mutating func rest(_ setup: Setup) throws(Violation) {
    var turns = 0
    while try turn(setup) {
      turns += 1
      if turns > 200 { throw Violation(text: "it never comes to rest") }
    }
  }

  /// From here on there are no failures, and there is a process with all receivers: everything is delivered, and the
  /// record is removed.
  func checkEnd(_ setup: Setup) throws(Violation) {
    for first in processes.indices {
      var world = self
      try world.end(first, setup)
      try checkEndWithoutStore(first, setup)
    }
  }

  /// From here on nothing can be written: a single process delivers everything that it knows, once.
  private func checkEndWithoutStore(_ index: Int, _ setup: Setup) throws(Violation) {
    var world = self
    guard world.processes[index].life == .alive else { return }
    for other in processes.indices where other != index && processes[other].life != .ended {
      world.kill(other, setup)
    }
    try world.learn(index)
    world.processes[index].ledger.receivers = .all
    for _ in 0..<20 {
      if world.processes[index].ledger.wantsUpdate(at: world.now, life: world.life(setup)) {
        world.fail(index, setup)
      }
      world.queue(index, setup)
      while !world.processes[index].waiting.isEmpty {
        world.finish(index, isHandled: true)
        try world.begin(index, setup)
      }
      world.finish(index, isHandled: true)
      world.tick()
    }
    if let event = world.processes[index].ledger.record(at: world.now).pending.first {
      throw Violation(text: "\(Self.kind(event)) is never delivered when nothing can be written")
    }
  }

  private mutating func end(_ first: Int, _ setup: Setup) throws(Violation) {
    if processes[first].life == .ended { launch(first, setup) }
    processes[first].life = .alive
    processes[first].ledger.receivers = .all
    for thaws in [false, true] {
      if thaws {
        for index in processes.indices where processes[index].life == .frozen {
          processes[index].life = .alive
        }
      }
      let end = time + 40
      while time < end {
        try rest(setup)
        let state = processes[first].ledger.record(at: now).state
        if case .paused = state { try call(.resume, first, setup) }
        if case .overtime = state, store?.pending.isEmpty ?? true {
          try call(.cancel, first, setup)
        }
        if store == nil, processes.allSatisfy({ $0.life != .alive || $0.waiting.isEmpty }),
          time > end - 30
        {
          break
        }
        tick()
      }
      try rest(setup)
      if let store { throw Violation(text: "the record stays: \(store)") }
    }
    specification.settle(time)
    for due in specification.dues where due.deliveries == 0 && !due.isVoid {
      throw Violation(text: "\(due.kind) of run \(due.run) is never delivered")
    }
  }
}

extension KeepingSpecification.Extension {
  fileprivate init(_ change: RunChange) {
    let (before, after) = (change.before, change.after)
    func seconds(_ nanoseconds: UInt64) -> Int { Int(nanoseconds / 1_000_000_000) }
    func rest(_ position: RunPosition) -> (Int, isPaused: Bool) {
      switch position.state {
      case .running(let remaining): (seconds(remaining), false)
      case .paused(let remaining): (seconds(remaining), true)
      case .overtime(let past): (-seconds(past), false)
      }
    }
    self.init(
      phase: before.phaseIndex, isPaused: rest(after).isPaused, restBefore: rest(before).0,
      restAfter: rest(after).0, totalBefore: seconds(before.total),
      totalAfter: seconds(after.total), wasTold: !before.untold.contains(.remaining(.seconds(1))))
  }
}
