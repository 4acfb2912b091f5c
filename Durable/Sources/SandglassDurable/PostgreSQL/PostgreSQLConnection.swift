#if POSTGRESQL
  import CLibPQ
  import Foundation
  import Sandglass

  /// A connection to a server. Every call blocks until the server has answered, or has not for too long: the connection
  /// is lost then.
  final class PostgreSQLConnection {
    private let connection: OpaquePointer
    private let patience: PostgreSQLPatience
    private var isGivenUp = false

    /// Connects to a server, with a connection string or URI of libpq, which overrides the library's own settings.
    init(
      _ text: String, _ patience: PostgreSQLPatience = PostgreSQLPatience()
    ) throws(PostgreSQLFailure) {
      self.patience = patience
      // A server that is gone without a word is noticed after seconds, not after hours. Of several servers, that is taken
      // which can be written.
      let settings = [
        ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "5"),
        ("keepalives_interval", "2"), ("keepalives_count", "3"),
        ("target_session_attrs", "read-write"),
        ("fallback_application_name", "sandglass"), ("client_encoding", "UTF8"), ("dbname", text),
      ]
      let connection = Self.withCStrings(settings.map(\.0)) { keywords in
        Self.withCStrings(settings.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
      }
      guard let connection else { throw PostgreSQLFailure("there is no memory", isLost: true) }
      self.connection = connection
      guard PQstatus(connection) == CONNECTION_OK else {
        throw PostgreSQLFailure(Self.message(of: connection), isLost: true)
      }
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      PQsetnonblocking(connection, 1)
    }

    // `PQfinish` is called once, and nothing uses the connection afterwards. Each result below is owned by one object,
    // which clears it. The pointers that are passed to libpq point into arrays that live until the call returns.
    deinit { PQfinish(connection) }

    /// Whether the connection can still be used.
    var isAlive: Bool { !isGivenUp && PQstatus(connection) == CONNECTION_OK }

    /// Whether the connection is in a transaction in which no statement has failed.
    var isInTransaction: Bool { PQtransactionStatus(connection) == PQTRANS_INTRANS }

    /// Runs statements without parameters in one round trip. Returns the rows of the last one, as text.
    @discardableResult
    func run(_ script: String) throws(PostgreSQLFailure) -> PostgreSQLRows {
      try rows { PQsendQuery(connection, script) }
    }

    /// Runs a query as ``run(_:)`` does, and by the indexes alone.
    ///
    /// On tables that were never analysed, or long ago, the planner may believe that few rows are left, and read and sort
    /// all of them each time.
    func runByIndexes(_ query: String) throws(PostgreSQLFailure) -> PostgreSQLRows {
      // A script is one transaction, so the settings end with it, also behind a pool. What is off looks so expensive that
      // the server would compile the query, which takes far longer than to run it.
      let off = [
        "enable_seqscan", "enable_bitmapscan", "enable_sort", "enable_hashjoin",
        "enable_mergejoin", "jit",
      ]
      return try run(off.map { "SET LOCAL \($0) = off; " }.joined() + query)
    }

    /// Runs one statement with parameters, which it calls `$1` and so on. The columns of the result are in the binary
    /// format, unless they are wanted as text.
    @discardableResult
    func run(
      _ sql: String, _ values: [PostgreSQLValue], asText: Bool = false
    ) throws(PostgreSQLFailure) -> PostgreSQLRows {
      var bytes: [UInt8] = []
      let spans = values.map { value in
        let start = bytes.count
        let isNull = !value.append(to: &bytes)
        defer { bytes.append(0) }
        return (start: isNull ? nil : start, count: bytes.count - start)
      }
      return try rows {
        bytes.withUnsafeBytes { memory in
          let pointers = spans.map { span in
            span.start.flatMap { memory.baseAddress?.advanced(by: $0) }?
              .assumingMemoryBound(to: CChar.self)
          }
          return PQsendQueryParams(
            connection, sql, Int32(values.count), values.map(\.type), pointers,
            spans.map { Int32($0.count) }, values.map { $0.isText ? 0 : 1 }, asText ? 0 : 1)
        }
      }
    }

    /// Sends statements, and waits for the last result, as `PQexec` does.
    private func rows(_ send: () -> Int32) throws(PostgreSQLFailure) -> PostgreSQLRows {
      guard isAlive, send() == 1 else { throw failure }
      let begin = ContinuousClock.now
      while true {
        let isSent = PQflush(connection)
        guard isSent >= 0 else { throw failure }
        if isSent == 0 { break }
        try wait(for: POLLIN | POLLOUT, since: begin)
      }
      var last: PostgreSQLRows?
      while true {
        while PQisBusy(connection) == 1 { try wait(for: POLLIN, since: begin) }
        guard let result = PQgetResult(connection) else { break }
        last = PostgreSQLRows(result)
        // The statement copies a table from or to here, which nobody does.
        if [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(PQresultStatus(result)) {
          isGivenUp = true
          throw PostgreSQLFailure("COPY from or to the client is not possible", isLost: true)
        }
      }
      guard let last else { throw failure }
      return try checked(last)
    }

    private var failure: PostgreSQLFailure {
      PostgreSQLFailure(Self.message(of: connection), isLost: !isAlive)
    }

    /// Waits until the connection can be read or written, and reads what has come.
    private func wait(for events: Int32, since begin: ContinuousClock.Instant)
      throws(PostgreSQLFailure)
    {
      guard ContinuousClock.now < patience.end(ofWaitSince: begin) else {
        isGivenUp = true
        throw PostgreSQLFailure("the server has not answered in time", isLost: true)
      }
      var socket = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
      // Not for long, because the patience may end.
      poll(&socket, 1, 50)
      // Whatever the socket says, because something may be left that TLS has read already.
      guard PQconsumeInput(connection) == 1 else { throw failure }
    }

    private func checked(_ rows: PostgreSQLRows) throws(PostgreSQLFailure) -> PostgreSQLRows {
      let result = rows.result
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return rows
      default:
        let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
        let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
        let constraint = PQresultErrorField(result, Int32(UInt8(ascii: "n")))
          .map { String(cString: $0) }
        throw PostgreSQLFailure(
          text ?? Self.message(of: connection), code: code, constraint: constraint,
          isLost: !isAlive)
      }
    }

    private static func message(of connection: OpaquePointer) -> String {
      let lines = String(cString: PQerrorMessage(connection)).split(separator: "\n")
      // The client library indents the lines after the first with a tab.
      return lines.map { $0.drop { $0.isWhitespace } }.joined(separator: "; ")
    }

    private static func withCStrings<Result>(
      _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
      var bytes: [CChar] = []
      let starts = strings.map { string in
        defer { bytes += string.utf8CString }
        return bytes.count
      }
      return bytes.withUnsafeBufferPointer { memory in
        let pointers = starts.map { memory.baseAddress?.advanced(by: $0) } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
      }
    }

    /// Returns why a connection string cannot be used; nil if it can.
    static func fault(in text: String) -> String? {
      var message: UnsafeMutablePointer<CChar>?
      guard let options = PQconninfoParse(text, &message) else {
        defer { PQfreemem(message) }
        guard let message else { return "it cannot be read" }
        // What is quoted is from the string, and may be a password.
        let parts = String(cString: message).split(whereSeparator: \.isNewline).joined(
          separator: "; "
        )
        .split(separator: "\"", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : "…" }
          .joined(separator: "\"")
      }
      PQconninfoFree(options)
      return nil
    }
  }

  /// What the server or the connection has failed with.
  struct PostgreSQLFailure: DatabaseFailure {
    let message: String

    /// The SQLSTATE of the server; nil if the failure is not the server's.
    let code: String?

    /// The constraint that would not hold, if the server names it.
    let constraint: String?

    /// Whether the connection is lost.
    let isLost: Bool

    init(
      _ message: String, code: String? = nil, constraint: String? = nil, isLost: Bool = false
    ) {
      (self.message, self.code, self.constraint) = (message, code, constraint)
      self.isLost = isLost
    }

    var durable: DurableError { .database(message, code: code, constraint: constraint) }
  }

  /// The value of a parameter.
  enum PostgreSQLValue {
    case int(Int64?)
    case text(String?)
    case bytes([UInt8])
    case ints([Int64?])
    case texts([String?])
    case blobs([[UInt8]?])

    /// Text whose type the server decides.
    case inferred(String?)

    var isText: Bool { if case .inferred = self { true } else { false } }

    /// The number of the type. The numbers of built-in types never change.
    var type: Oid {
      switch self {
      case .int: 20
      case .text: 25
      case .bytes: 17
      case .ints: 1016
      case .texts: 1009
      case .blobs: 1001
      case .inferred: 0
      }
    }

    /// Appends the value in the format in which it is sent. Returns false for null.
    func append(to bytes: inout [UInt8]) -> Bool {
      switch self {
      case .int(let value):
        guard let value else { return false }
        bytes.append(bigEndian: value)
      case .text(let text), .inferred(let text):
        guard let text else { return false }
        bytes += text.utf8
      case .bytes(let value): bytes += value
      case .texts(let values):
        bytes.append(arrayOf: 25, count: values.count)
        for value in values { bytes.append(element: value?.utf8) }
      case .blobs(let values):
        bytes.append(arrayOf: 17, count: values.count)
        for value in values { bytes.append(element: value) }
      case .ints(let values):
        bytes.append(arrayOf: 20, count: values.count)
        for value in values {
          bytes.append(bigEndian: Int32(value == nil ? -1 : 8))
          if let value { bytes.append(bigEndian: value) }
        }
      }
      return true
    }
  }

  extension [UInt8] {
    /// Appends what an array begins with: one dimension, perhaps with nulls, of a type, from index 1.
    fileprivate mutating func append(arrayOf type: Int32, count: Int) {
      for header in [1, 1, type, Int32(count), 1] { append(bigEndian: header) }
    }

    fileprivate mutating func append(element: (some Collection<UInt8>)?) {
      append(bigEndian: Int32(element?.count ?? -1))
      if let element { self += element }
    }

    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
      for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
        append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
  }

  /// The rows of a result.
  final class PostgreSQLRows {
    fileprivate let result: OpaquePointer
    let count: Int
    let columns: Int

    /// What the server says that it has done, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(result)) }

    /// How many rows the statement has changed.
    var changes: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    fileprivate init(_ result: OpaquePointer) {
      self.result = result
      count = Int(PQntuples(result))
      columns = Int(PQnfields(result))
    }

    deinit { PQclear(result) }

    /// The memory of a value as the server has sent it, which lives as long as the result; nil if the value is null.
    private func memory(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
      let (row, column) = (Int32(row), Int32(column))
      guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
      else { return nil }
      return UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, column)))
    }

    private func isText(_ column: Int) -> Bool { PQfformat(result, Int32(column)) == 0 }

    /// The bytes of a value; nil if it is null.
    func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
      guard let memory = memory(row, column) else { return nil }
      guard isText(column), PQftype(result, Int32(column)) == PostgreSQLValue.bytes([]).type else {
        return [UInt8](memory)
      }
      // As text, the server sends two digits for each byte, after `\x`.
      var length = 0
      let characters = memory.bindMemory(to: UInt8.self)
      let copy = PQunescapeBytea(characters.baseAddress, &length)
      defer { PQfreemem(copy) }
      return [UInt8](UnsafeRawBufferPointer(start: copy, count: length))
    }

    func text(_ row: Int, _ column: Int) -> String? {
      memory(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A number in either format; nil if it is null.
    func number(_ row: Int, _ column: Int) -> Int64? {
      if isText(column) { return text(row, column).flatMap { Int64($0) } }
      guard let memory = memory(row, column) else { return nil }
      // The first byte has the sign.
      var number = Int64(Int8(bitPattern: memory.first ?? 0))
      for byte in memory.dropFirst() { number = number << 8 | Int64(byte) }
      return number
    }

    /// A number that is never null.
    func int(_ row: Int, _ column: Int) throws(DurableError) -> Int64 {
      guard let number = number(row, column) else {
        throw .damaged("column \(column) has no value")
      }
      return number
    }
  }
#endif
