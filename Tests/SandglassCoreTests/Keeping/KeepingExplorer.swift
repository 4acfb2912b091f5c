@testable import SandglassCore
@testable import SandglassLedger

/// Explores all worlds that can follow from an initial one, breadth first.
struct KeepingExplorer {
  struct Result {
    var worlds = 0
    var depth = 0

    /// Whether no world is left unexplored.
    var isComplete = false
    var violation: String?
    var steps: [String] = []
  }

  private struct Node {
    let world: KeepingWorld
    let parent: Int
    let step: String
  }

  let setup: KeepingWorld.Setup

  /// Explores at most the given number of worlds.
  func explore(atMost limit: Int) -> Result {
    var result = Result()
    var nodes = [Node(world: KeepingWorld(setup), parent: -1, step: "")]
    var seen: Set<Int> = [nodes[0].world.hashValue]
    var (index, levelEnd) = (0, 1)
    while index < nodes.count, nodes.count < limit {
      if index == levelEnd {
        result.depth += 1
        levelEnd = nodes.count
      }
      let world = nodes[index].world
      do throws(KeepingWorld.Violation) {
        try world.successors(setup) { next, step in
          guard seen.insert(next.hashValue).inserted else { return }
          nodes.append(Node(world: next, parent: index, step: step))
        }
        // Worlds at the end of their time are checked, because they contain the most information.
        if index % (world.budget.seconds == 0 ? 4 : 64) == 0 { try world.checkEnd(setup) }
      } catch {
        result.violation = error.text
        var step = index
        while step > 0 {
          result.steps.insert(nodes[step].step, at: 0)
          step = nodes[step].parent
        }
        break
      }
      index += 1
    }
    result.worlds = nodes.count
    result.isComplete = index == nodes.count
    return result
  }
}

extension KeepingWorld {
  /// Calls `visit` with each world that can be next, and with the step that leads to it.
  func successors(
    _ setup: Setup, _ visit: (KeepingWorld, String) -> Void
  ) throws(Violation) {
    func step(
      _ name: String, _ change: (inout KeepingWorld) throws(Violation) -> Void
    ) throws(Violation) {
      var world = self
      do throws(Violation) {
        try change(&world)
      } catch {
        throw Violation(text: "\(name): \(error.text)")
      }
      visit(world, name)
    }
    for index in processes.indices {
      let name = ["P", "Q", "R"][index]
      switch processes[index].life {
      case .ended:
        try step("\(name) launches") { $0.launch(index, setup) }
      case .frozen:
        try step("\(name) thaws") { $0.processes[index].life = .alive }
      case .alive:
        try steps(of: index, name, setup, step)
      }
    }
    if budget.seconds > 0 {
      try step("tick") {
        $0.budget.seconds -= 1
        $0.tick()
      }
    }
    if budget.reboots > 0 {
      try step("reboot") {
        $0.budget.reboots -= 1
        $0.reboot(setup)
      }
    }
    if budget.settings > 0 {
      for shift in [-5, 5] {
        try step("clock \(shift)") {
          $0.budget.settings -= 1
          $0.wallShift += shift
          $0.wasSet = true
        }
      }
    }
  }

  private typealias Step = (
    String, (inout KeepingWorld) throws(Violation) -> Void
  ) throws(Violation) -> Void

  private func steps(
    of index: Int, _ name: String, _ setup: Setup, _ step: Step
  ) throws(Violation) {
    let process = processes[index]
    if process.answer != nil {
      try step("\(name) learns") { world throws(Violation) in try world.learn(index) }
    } else {
      if process.ledger.wantsUpdate(at: now, life: life(setup)) {
        try step("\(name) updates") { world throws(Violation) in try world.update(index, setup) }
        if budget.failures > 0 {
          try step("\(name) fails") {
            $0.budget.failures -= 1
            $0.fail(index, setup)
          }
        }
      }
      if process.ledger.log.stored != store {
        try step("\(name) looks") { world throws(Violation) in try world.look(index) }
      }
    }
    if process.calling != nil {
      try step("\(name) returns") { $0.finish(index, isHandled: true) }
      if budget.bindings > 0 {
        try step("\(name)'s owner is gone") {
          $0.budget.bindings -= 1
          $0.finish(index, isHandled: false)
        }
      }
    } else if !process.waiting.isEmpty {
      try step("\(name) calls") { world throws(Violation) in try world.begin(index, setup) }
    }
    if !process.ledger.deliverable(at: now, life: life(setup)).isEmpty {
      try step("\(name) queues") { $0.queue(index, setup) }
    }
    if budget.operations > 0 {
      for operation in setup.operations where canCall(operation, index) {
        try step("\(name).\(operation)()") { world throws(Violation) in
          world.budget.operations -= 1
          try world.call(operation, index, setup)
        }
      }
    }
    if budget.bindings > 0 {
      for kind in setup.bindable {
        try step("\(name) binds or unbinds \(kind.rawValue)") {
          $0.budget.bindings -= 1
          $0.processes[index].ledger.receivers.formSymmetricDifference(kind)
        }
      }
    }
    if budget.kills > 0 {
      try step("\(name) is killed") {
        $0.budget.kills -= 1
        $0.kill(index, setup)
      }
    }
    if budget.freezes > 0 {
      try step("\(name) freezes") {
        $0.budget.freezes -= 1
        $0.processes[index].life = .frozen
      }
    }
  }
}
