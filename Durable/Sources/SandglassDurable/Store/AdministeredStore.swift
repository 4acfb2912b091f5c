#if DURABLE
  import SandglassCore

  /// A store whose tables can be administered.
  protocol AdministeredStore: DurableStore {
    associatedtype Tables: AdministeredTables

    /// Reads the tables.
    func inspect<Result: Sendable>(
      _ body: @escaping @Sendable (Tables, Moment) throws -> Result
    ) async throws(DurableError) -> Result

    /// Changes the tables in a transaction, of which the engine hears.
    func administer<Result: Sendable>(
      _ body: @escaping @Sendable (Tables) throws -> Result
    ) async throws(DurableError) -> Result
  }
#endif
