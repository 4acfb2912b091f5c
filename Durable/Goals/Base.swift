#if DURABLE
  import SandglassCore
  import SandglassDurable

  /// A store that is measured, with direct ways to its tables.
  protocol Base: Sendable {
    var store: any DurableStore { get }

    /// Another node with the same tables, or nil if they can have only one.
    func anotherNode() async throws -> (any Base)?

    func countdowns(handling: Bool) -> DurableCountdowns

    /// Adds rows that are due at an even rate.
    func arm(_ count: Int, rate: Int, after delay: Duration) async throws

    func analyze() async throws

    /// The bytes of the tables on disk.
    func bytes() async throws -> Int

    /// How many events are early, and how many there are.
    func events() async throws -> (early: Int, all: Int)

    /// Runs the statements that fire, for the first rows, in transactions of a number of rows.
    func loop(_ count: Int, batch: Int) async throws
  }
#endif
