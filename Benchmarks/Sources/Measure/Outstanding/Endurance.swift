import CPeers

/// Row P2's memory: whether it stays flat over ten million operations on outstanding timers.
enum Endurance {
  static func measure(_ request: Request) -> Figures {
    let engine = TimekeeperTimers()
    var random = random_sequence(state: 7)
    var handles = (0..<request.count).map { engine.arm($0, delay: random_delay(&random)) }
    func rearm(_ operations: Int) {
      for _ in 0..<operations {
        let number = Int(random_below(&random, UInt64(request.count)))
        engine.cancel(handles[number])
        handles[number] = engine.arm(number, delay: random_delay(&random))
      }
    }
    rearm(1_000_000)
    let before = Double(resident_bytes())
    rearm(9_000_000)
    let after = Double(resident_bytes())
    return ["residentBefore": before, "residentAfter": after, "growth": after / before]
  }
}
