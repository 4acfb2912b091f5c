#if POSTGRESQL
  import SandglassCore

  /// How long a transaction of a ``PostgreSQLStore`` may wait, so that what others do to a row holds up nothing else.
  ///
  /// The store sets these limits in each of its transactions, also in those of handlers and of
  /// ``PostgreSQLStore/write(_:)``. A statement of yours may set others with `SET LOCAL`,
  /// which count until the transaction ends.
  public struct PostgreSQLLimits: Sendable, Hashable {
    /// How long a statement waits for a lock, from 1 ms to a minute; at most 10 ms where others would wait for it. An event
    /// whose handler meets a locked row is handed out again later, and the others go on.
    public let lock: Duration

    /// How long a statement may take, from 100 ms to an hour.
    public let statement: Duration

    /// How long a transaction may do nothing, from 100 ms to an hour. Then the server ends it: a node that is frozen or
    /// cut off in the middle of one would keep others from what it has locked.
    public let idle: Duration

    /// Creates limits. Values that are out of range are replaced by the nearest that are not.
    ///
    /// - Parameters:
    ///   - lock: How long a statement waits for a lock, from 1 ms to a minute.
    ///   - statement: How long a statement may take, from 100 ms to an hour.
    ///   - idle: How long a transaction may do nothing, from 100 ms to an hour.
    public init(
      lock: Duration = .milliseconds(500), statement: Duration = .seconds(30),
      idle: Duration = .seconds(5)
    ) {
      let longest = Duration.seconds(3600)
      self.lock = min(max(.milliseconds(1), lock), .seconds(60))
      self.statement = min(max(.milliseconds(100), statement), longest)
      self.idle = min(max(.milliseconds(100), idle), longest)
    }

    /// Returns the same limits, but with a lock or an idle time that is not longer than the given one.
    func atMost(lock: Duration = .seconds(60), idle: Duration = .seconds(3600)) -> Self {
      PostgreSQLLimits(
        lock: min(self.lock, lock), statement: statement, idle: min(self.idle, idle))
    }

    /// What a transaction begins with. Strings are as the library writes and reads them, whatever the defaults of the server and
    /// of a pool are.
    var settings: String {
      [
        ("lock_timeout", lock), ("statement_timeout", statement),
        ("idle_in_transaction_session_timeout", idle),
      ].map { "SET LOCAL \($0) = \($1.column / 1_000_000); " }.joined()
        + "SET LOCAL standard_conforming_strings = on; SET LOCAL client_encoding = 'UTF8'; "
    }
  }
#endif
