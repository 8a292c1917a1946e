#if PostgreSQL
import DurableWorkflowsPostgreSQL
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct LibPQDatabaseTests {
  private func open(
    _ options: LibPQDatabase.Options = LibPQDatabase.Options()
  ) async throws -> LibPQDatabase {
    try LibPQDatabase(await StoreBench.shared.url, options: options)
  }

  /// Returns the database error that an operation throws.
  private func refusal(
    _ sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async throws -> PostgreSQLError {
    let error = await #expect(throws: PostgreSQLError.self, sourceLocation: sourceLocation) {
      try await body()
    }
    return try #require(error, sourceLocation: sourceLocation)
  }

  // MARK: - Values

  @Test(arguments: [true, false])
  func valuesComeBackAsTheyWent(isPrepared: Bool) async throws {
    let database = try await open(.init(preparesStatements: isPrepared))
    defer { database.close() }
    let text = "it's \"quoted\" \\ {,} é 🎈"
    let bytes = Data((0...255).map { UInt8($0) })
    let sql = """
      SELECT $1::boolean, $2::bigint, $3::text, $4::bytea, $5::text, $6::bytea, '1.5'::numeric
      """
    let parameters: [PostgreSQLValue] = [
      true, .integer(.min), .text(text), .bytes(bytes), nil, .bytes(Data()),
    ]
    for _ in 0..<2 {
      let rows = try await database.query(sql, parameters)
      #expect(rows == [PostgreSQLRow(parameters + [.text("1.5")])])
      #expect(rows[0][99] == .null)
    }
  }

  @Test func statementsAreNotCompiled() async throws {
    let database = try await open()
    defer { database.close() }
    // The setting is missing before version 11.
    let rows = try await database.query("SELECT coalesce(current_setting('jit', true), 'off')")
    #expect(rows == [PostgreSQLRow(["off"])])
  }

  @Test func bytesAreBytesAfterATextInTheSameStatement() async throws {
    let database = try await open(.init(maxConnections: 1))
    defer { database.close() }
    let bytes = Data([0, 255])
    for sql in ["SELECT $1", "SELECT $1 AS other"] {
      let values: [PostgreSQLValue] =
        sql.hasSuffix("other") ? ["a", .bytes(bytes)] : [.bytes(bytes), "a"]
      for value in values + values {
        #expect(try await database.query(sql, [value]) == [PostgreSQLRow([value])])
      }
    }
  }

  @Test func aPreparedStatementThatIsOutdatedIsPreparedAgain() async throws {
    let database = try await open(.init(maxConnections: 1))
    defer { database.close() }
    try await database.query("CREATE TABLE altered (a bigint)")
    try await database.query("INSERT INTO altered VALUES (1)")
    let sql = "SELECT * FROM altered WHERE a = $1::bigint"
    #expect(try await database.query(sql, [1]) == [PostgreSQLRow([1])])
    try await database.query("ALTER TABLE altered ADD COLUMN b bigint DEFAULT 2")
    #expect(try await refusal { try await database.query(sql, [1]) }.sqlState == "0A000")
    for _ in 0..<2 { #expect(try await database.query(sql, [1]) == [PostgreSQLRow([1, 2])]) }
    try await database.query("DISCARD ALL")
    #expect(try await refusal { try await database.query(sql, [1]) }.sqlState == "26000")
    for _ in 0..<2 { #expect(try await database.query(sql, [1]) == [PostgreSQLRow([1, 2])]) }
  }

  @Test func arraysComeBackAsTheyWent() async throws {
    let database = try await open()
    defer { database.close() }
    let texts: [PostgreSQLValue] = ["", "NULL", nil, "a\"b\\c,{}", " x "]
    let bytes: [PostgreSQLValue] = [.bytes(Data([0, 92, 255])), .bytes(Data()), nil, nil, nil]
    let rows = try await database.query(
      "SELECT * FROM unnest($1::text[], $2::bytea[])",
      [.array(texts), .array(bytes)]
    )
    #expect(rows == zip(texts, bytes).map { PostgreSQLRow([$0, $1]) })
  }

  @Test func aTableIsFoundInItsSchemaWhenItIsThere() async throws {
    let database = try await open()
    defer { database.close() }
    let schema = "found \"\(UUID())"
    let quoted = "\"\(schema.replacing("\"", with: "\"\""))\""
    try await database.transaction { session in
      try await session.query("CREATE SCHEMA \(quoted)")
      try await session.query("CREATE TABLE \(quoted).t ()")
      #expect(try await session.hasTable("t", inSchema: schema))
      #expect(try await !database.hasTable("t", inSchema: schema))
    }
    #expect(try await database.hasTable("t", inSchema: schema))
    #expect(try await !database.hasTable("T", inSchema: schema))
    #expect(try await !database.hasTable("t", inSchema: "public"))
    try await database.query("DROP SCHEMA \(quoted) CASCADE")
  }

  @Test func aTextThatWouldBeCutOffIsRefused() async throws {
    let database = try await open()
    defer { database.close() }
    let error = try await refusal { try await database.query("SELECT $1::text", ["a\0b"]) }
    #expect(error.reason == .nullCharacter)
    #expect(try await database.query("SELECT 1::bigint") == [PostgreSQLRow([1])])
  }

  // MARK: - Errors

  @Test func anErrorOfTheServerHasItsCodeAndNoValues() async throws {
    let database = try await open()
    defer { database.close() }
    let error = try await refusal {
      try await database.query("SELECT 1 / length($1::text)", [""])
    }
    #expect(error.reason == .refused)
    #expect(error.sqlState == "22012")
    try await database.query("CREATE TABLE secrets (value text UNIQUE)")
    try await database.query("INSERT INTO secrets VALUES ($1)", ["the value"])
    let duplicate = try await refusal {
      try await database.query("INSERT INTO secrets VALUES ($1)", ["the value"])
    }
    #expect(duplicate.sqlState == "23505")
    #expect(!"\(duplicate)".contains("the value"))
  }

  @Test func aPasswordIsInNoMessage() async throws {
    let url = try await StoreBench.shared.url
    #expect(url.contains("secret"))
    let database = try LibPQDatabase(url)
    var dumped = ""
    dump(database, to: &dumped)
    #expect(!"\(database) \(String(reflecting: database)) \(dumped)".contains("secret"))
    let wrong = try LibPQDatabase(url.replacing(":secret@", with: ":wr0ng-pass@"))
    let error = try await refusal { try await wrong.query("SELECT 1") }
    #expect(error.reason == .unreachable)
    #expect(error.detail.contains("password authentication failed"))
    #expect(!"\(error)".contains("wr0ng-pass"))
  }

  @Test(arguments: [
    "postgresql://u:hid@den@[::1", "postgresql://u:hidden@h/d?nonsense=1",
    "postgresql://u:hidden@h:x",
    "hidden", "a\0b", "postgresql://u:%zzhidden@h/d",
  ])
  func aURLThatIsNoneIsRefusedWithoutIt(url: String) async throws {
    let error = try await refusal {
      let database = try LibPQDatabase(url, options: .init(connectTimeout: .seconds(1)))
      try await database.query("SELECT 1")
    }
    #expect([.invalidURL, .unreachable].contains(error.reason))
    #expect(!"\(error)".contains("hid"))
  }

  @Test(arguments: [
    ("postgresql://mia@h/d?application_name=a&sslmod=require", "sslmod"),
    ("host=h dbnam=d", "dbnam"), ("postgresql://mia@h/d?password=a@hid&b=c", nil),
    ("host=h password='a bc=hid'd", nil),
  ])
  func aParameterThatLibPQDoesNotKnowIsNamed(url: String, name: String?) async throws {
    let error = try await refusal { _ = try LibPQDatabase(url) }
    #expect(error.reason == .invalidURL)
    #expect(error.detail == (name.map { "there is no parameter '\($0)'" } ?? ""))
    #expect(!"\(error)".contains("hid"))
  }

  @Test func aServerThatIsNotThereIsToldAtOnce() async throws {
    let database = try LibPQDatabase("postgresql:///postgres?host=%2Fnowhere")
    let error = try await refusal { try await database.query("SELECT 1") }
    #expect(error.reason == .unreachable)
    #expect("\(error)".contains("/nowhere"))
  }

  // MARK: - Transactions

  @Test func aTransactionIsCommittedOrRolledBack() async throws {
    struct Stop: Error {}
    let database = try await open()
    defer { database.close() }
    try await database.query("CREATE TABLE committed (value bigint)")
    let answer = try await database.transaction { session in
      try await session.query("INSERT INTO committed VALUES ($1)", [1])
      return 7
    }
    #expect(answer == 7)
    await #expect(throws: Stop.self) {
      try await database.transaction { session in
        try await session.query("INSERT INTO committed VALUES ($1)", [2])
        throw Stop()
      }
    }
    let refused = try await refusal {
      try await database.transaction { session in
        try await session.query("INSERT INTO committed VALUES ($1)", [3])
        _ = try? await session.query("SELECT 1 / 0")
      }
    }
    #expect(refused.sqlState == "25P02")
    #expect(
      try await database.query("SELECT value FROM committed") == [PostgreSQLRow([1])]
    )
  }

  @Test func aSessionEndsWithItsTransaction() async throws {
    let database = try await open()
    defer { database.close() }
    let session = try await database.transaction { $0 }
    let error = try await refusal { try await session.query("SELECT 1") }
    #expect(error.reason == .closed)
  }

  @Test(.timeLimit(.minutes(10)))
  func statementsOfOneTransactionTakeTurns() async throws {
    let database = try await open(.init(maxConnections: 1))
    defer { database.close() }
    let answers = try await database.transaction { session in
      try await withThrowingTaskGroup(of: (Int, PostgreSQLRow?).self) { group in
        for number in 0..<20 {
          group.addTask {
            (number, try await session.query("SELECT $1::bigint", [.integer(number)]).first)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(answers.count == 20)
    for (number, row) in answers { #expect(row == PostgreSQLRow([.integer(number)])) }
  }

  @Test(.timeLimit(.minutes(10)))
  func aTransactionEndsAfterAStatementThatWasLeftBehind() async throws {
    let database = try await open()
    let other = try await open()
    defer { database.close() }
    defer { other.close() }
    let sql = "SELECT 1, pg_advisory_xact_lock_shared(20)"
    let (returns, returned) = AsyncStream.makeStream(of: Void.self)
    let ending = try await other.transaction { holder in
      try await holder.query("SELECT pg_advisory_xact_lock(20)")
      let ending = Task {
        try await database.transaction { session in
          let left = Task { try await session.query(sql) }
          try await database.awaitCount(1, ofStatementsWith: sql)
          returned.finish()
          return left
        }
      }
      for await _ in returns {}
      return ending
    }
    #expect(try await ending.value.value.first?[0] == 1)
  }

  @Test func aTaskThatIsCancelledLearnsOfNothingElse() async throws {
    let database = try await open()
    let other = try await open()
    defer { database.close() }
    defer { other.close() }
    let sql = "SELECT pg_sleep(64), 'learns'"
    let task = Task {
      try await database.transaction { session in
        _ = try? await session.query(sql)
        try await session.query("SELECT 1")
      }
    }
    try await other.awaitCount(1, ofStatementsWith: sql)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aCommitWhoseConnectionIsLostIsInDoubt() async throws {
    let database = try await open()
    defer { database.close() }
    try await database.query("CREATE TABLE doubts (value bigint)")
    try await database.query(
      """
      CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
      """
    )
    try await database.query(
      """
      CREATE CONSTRAINT TRIGGER leave AFTER INSERT ON doubts DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION leave()
      """
    )
    let error = try await refusal {
      try await database.transaction { session in
        _ = try await session.query("INSERT INTO doubts VALUES ($1)", [1])
      }
    }
    #expect(error.reason == .commitInDoubt)
    #expect(error.sqlState == "57P01")
    #expect(try await database.query("SELECT count(*) FROM doubts") == [PostgreSQLRow([0])])
  }

  // MARK: - Connections

  @Test func moreStatementsThanConnectionsTakeTurns() async throws {
    let database = try await open(.init(maxConnections: 2))
    defer { database.close() }
    let backends = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<40 {
        group.addTask { try await database.query("SELECT pg_backend_pid()")[0][0].integer }
      }
      return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
    }
    #expect(1...2 ~= backends.count)
  }

  @Test func aStatementThatGetsNoConnectionInTimeFails() async throws {
    let database = try await open(.init(maxConnections: 1, connectTimeout: .seconds(2)))
    defer { database.close() }
    try await database.transaction { session in
      try await session.query("SELECT 1")
      let error = try await self.refusal { try await database.query("SELECT 1") }
      #expect(error.reason == .unreachable)
      #expect(error.detail.contains("in use"))
    }
    try await database.query("SELECT 1")
  }

  @Test func aConnectionThatWasTerminatedIsReplaced() async throws {
    let database = try await open(.init(maxConnections: 1))
    let other = try await open()
    defer { database.close() }
    defer { other.close() }
    let first = try await database.query("SELECT pg_backend_pid()")[0][0]
    try await other.query("SELECT pg_terminate_backend($1::bigint::integer)", [first])
    // The statement may be sent before the end of the connection is noticed.
    var second = PostgreSQLValue.null
    for _ in 0..<3 where second == .null {
      second = (try? await database.query("SELECT pg_backend_pid()")[0][0]) ?? .null
    }
    #expect(second != .null && second != first)
  }

  /// A connection may end between the moment when a task receives it and that when it uses it.
  @Test func aStatementThatWasNotSentIsSentOverAnotherConnection() async throws {
    let database = try await open(.init(maxConnections: 4))
    let other = try await open()
    defer { database.close() }
    defer { other.close() }
    let sql = "SELECT 1 -- \(UUID())"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          while !Task.isCancelled {
            do {
              try await database.query(sql)
            } catch let error as PostgreSQLError {
              #expect(!error.description.contains("nothing was executed"))
            } catch is CancellationError {
              return
            }
          }
        }
      }
      var count = 0
      while count < 300 {
        let ended = try await other.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1",
          [.text(sql)]
        )
        count += ended.count
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  @Test func aCopyIsRefused() async throws {
    let database = try await open()
    defer { database.close() }
    let error = try await refusal { try await database.query("COPY (SELECT 1) TO STDOUT") }
    #expect(error.reason == .refused)
    try await database.query("SELECT 1")
  }

  /// The statements of one connection come from many tasks in turn, some of them slow.
  @Test func answersGoToTheirTasks() async throws {
    let database = try await open(.init(maxConnections: 1))
    defer { database.close() }
    for round in 0..<300 {
      let pause = round.isMultiple(of: 7) ? "0.003" : "0"
      let sql = "SELECT $1::bigint, pg_sleep(\(pause))"
      if round.isMultiple(of: 3) {
        async let other = database.query(sql, [.integer(-round)])
        #expect(try await database.query(sql, [.integer(round)])[0][0] == .integer(round))
        #expect(try await other[0][0] == .integer(-round))
      } else {
        #expect(try await database.query(sql, [.integer(round)])[0][0] == .integer(round))
      }
    }
  }

  @Test func aStatementWhoseConnectionIsTerminatedIsInDoubt() async throws {
    let database = try await open(.init(maxConnections: 1))
    let other = try await open()
    defer { database.close() }
    defer { other.close() }
    let name = "terminated \(UUID())"
    async let answer = database.query(
      "SELECT pg_sleep(60), $1::text",
      [.text(name)]
    )
    try await other.terminate(statementsWith: "pg_sleep(60), $1::text")
    do {
      _ = try await answer
      Issue.record("the statement was executed")
    } catch let error as PostgreSQLError {
      #expect(error.reason == .connectionLost)
      #expect(error.sqlState == "57P01")
    }
    try await database.query("SELECT 1")
  }

  @Test func cancellingATaskEndsItsStatementOnTheServer() async throws {
    let database = try await open()
    let other = try await open()
    defer { database.close() }
    defer { other.close() }
    let sql = "SELECT pg_sleep(61), $1::text"
    let task = Task { try await database.query(sql, ["x"]) }
    try await other.awaitCount(1, ofStatementsWith: sql)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await other.awaitCount(0, ofStatementsWith: sql)
    try await database.query("SELECT 1")
  }

  @Test func aTaskThatIsCancelledAlreadyExecutesNothing() async throws {
    let database = try await open(.init(maxConnections: 1))
    defer { database.close() }
    try await database.query("CREATE TABLE untouched (value bigint)")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await database.query("INSERT INTO untouched VALUES ($1)", [1])
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(
      try await database.query("SELECT count(*) FROM untouched") == [PostgreSQLRow([0])]
    )
  }

  @Test func aStatementMayIgnoreThatItsTaskIsCancelled() async throws {
    let database = try await open(.init(maxConnections: 1))
    let other = try await open()
    defer { database.close() }
    defer { other.close() }
    let sql = "SELECT 7, pg_advisory_xact_lock($1::bigint)"
    let key = PostgreSQLValue.integer(.random(in: 1...Int.max))
    let task = try await other.transaction { session in
      try await session.query("SELECT pg_advisory_xact_lock($1::bigint)", [key])
      let task = Task { try await database.queryIgnoringCancellation(sql, [key]) }
      try await other.awaitCount(1, ofStatementsWith: sql)
      task.cancel()
      return task
    }
    #expect(try await task.value[0][0] == 7)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await database.queryIgnoringCancellation("SELECT $1::bigint", [8])
    }
    #expect(try await cancelled.value == [PostgreSQLRow([8])])
  }

  @Test func aStatementThatIgnoresCancellationAlsoWaitsForAConnection() async throws {
    let database = try await open(.init(maxConnections: 1))
    defer { database.close() }
    let task = try await database.transaction { _ in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await database.queryIgnoringCancellation("SELECT $1::bigint", [9])
      }
      // A task that can be cancelled does not wait.
      let other = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await database.query("SELECT $1::bigint", [9])
      }
      await #expect(throws: CancellationError.self) { try await other.value }
      return task
    }
    #expect(try await task.value == [PostgreSQLRow([9])])
  }

  @Test func aStatementThatTakesTooLongIsGivenUp() async throws {
    let database = try await open(.init(statementTimeout: .milliseconds(100)))
    let other = try await open()
    defer { database.close() }
    defer { other.close() }
    let sql = "SELECT pg_sleep(62)"
    let error = try await refusal { try await database.query(sql) }
    #expect(error.reason == .timedOut)
    try await other.awaitCount(0, ofStatementsWith: sql)
    try await database.query("SELECT 1")
  }

  /// The thread looks for what it has to do as soon as a task leaves the wait to it.
  @Test func aTimeoutIsNotNoticedOnlyWhenTheAnswerComes() async throws {
    let database = try await open(.init(statementTimeout: .milliseconds(100)))
    defer { database.close() }
    let error = try await refusal { try await database.query("SELECT pg_sleep(0.9)") }
    #expect(error.reason == .timedOut)
  }

  @Test func aCancellationThatTheServerDoesNotAnswerOccupiesNoConnection() async throws {
    // The second connection is that of the cancellation.
    let relay = try FaultyRelay(to: TestServer.shared.get()) { $0 == 2 ? .silent : .passedOn }
    defer { relay.remove() }
    let database = try LibPQDatabase(
      relay.url,
      options: .init(maxConnections: 1, statementTimeout: .seconds(3))
    )
    defer { database.close() }
    let error = try await refusal { try await database.query("SELECT pg_sleep(65)") }
    #expect(error.reason == .timedOut)
    #expect(try await database.query("SELECT 1") == [PostgreSQLRow([1])])
  }

  /// The first record fills the buffer of libpq, and of the second and last one it then reads only
  /// a part: the socket says nothing of the rest.
  @Test(.enabled(if: TLSRelay.isThere, "there is no python3 or openssl"))
  func anAnswerInLargeTLSRecordsArrives() async throws {
    let server = try TestServer.shared.get()
    let relay = try await onThread { try TLSRelay(to: server) }
    let url = server.url.replacing("@/", with: "@127.0.0.1:\(relay.port)/")
      .replacing(/host=[^&]*/, with: "sslmode=require")
    let database = try LibPQDatabase(url, options: .init(statementTimeout: .seconds(20)))
    defer { database.close() }
    let rows = try await database.query("SELECT repeat('x', 6200) FROM generate_series(1, 5)")
    let row = PostgreSQLRow([.text(String(repeating: "x", count: 6200))])
    #expect(rows == Array(repeating: row, count: 5))
  }

  @Test func aStatementThatIsTooLargeForOneWriteArrives() async throws {
    let database = try await open(.init(maxConnections: 1))
    defer { database.close() }
    let size = 20_000_000
    for _ in 0..<3 {
      // The server compares: to decode the answer takes a test build half a minute.
      let rows = try await database.query(
        "SELECT length($1::bytea), $1 = decode(repeat('07', $2::int), 'hex')",
        [.bytes(Data(repeating: 7, count: size)), .integer(size)]
      )
      #expect(rows.first?[0] == .integer(size))
      #expect(rows.first?[1] == true)
    }
    let bytes = Data(repeating: 7, count: 2_000_000)
    let rows = try await database.query("SELECT $1::bytea", [.bytes(bytes)])
    #expect(rows.first?[0] == .bytes(bytes))
  }

  @Test func aStatementIsGivenUpWhenTheDatabaseIsClosed() async throws {
    let database = try await open()
    let other = try await open()
    defer { other.close() }
    let sql = "SELECT pg_sleep(63)"
    let task = Task { try await database.query(sql) }
    try await other.awaitCount(1, ofStatementsWith: sql)
    database.close()
    let error = try await refusal { _ = try await task.value }
    #expect(error.reason == .connectionLost)
    try await other.awaitCount(0, ofStatementsWith: sql)
  }

  @Test func aDatabaseThatIsClosedRefusesStatements() async throws {
    let database = try await open()
    try await database.query("SELECT 1")
    database.close()
    let error = try await refusal { try await database.query("SELECT 1") }
    #expect(error.reason == .closed)
  }

  // MARK: - Notifications

  @Test func notificationsComeAgainAfterTheConnectionWasLost() async throws {
    let database = try await open()
    defer { database.close() }
    let channel = "a \"channel\" \(UUID())"
    var notifications = database.notifications(on: channel).makeAsyncIterator()
    #expect(await notifications.next() == .listening)
    try await database.query("SELECT pg_notify($1, $2)", [.text(channel), "hello"])
    #expect(await notifications.next() == .payload("hello"))
    try await database.query(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE query LIKE 'LISTEN %' || $1::text || '%' AND pid <> pg_backend_pid()
      """,
      [.text(String(channel.suffix(36)))]
    )
    #expect(await notifications.next() == .listening)
    try await database.query("SELECT pg_notify($1, $2)", [.text(channel), "again"])
    #expect(await notifications.next() == .payload("again"))
  }
}

extension LibPQDatabase {
  /// Waits until a number of other connections execute a statement.
  func awaitCount(_ count: Int, ofStatementsWith part: String) async throws {
    let sql = """
      SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()
      AND position($1::text IN query) > 0
      """
    while try await query(sql, [.text(part)])[0][0].integer != count { await Task.yield() }
  }

  /// Waits for a statement of another connection, and terminates that connection.
  func terminate(statementsWith part: String) async throws {
    try await awaitCount(1, ofStatementsWith: part)
    let sql = """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'active'
      AND pid <> pg_backend_pid() AND position($1::text IN query) > 0
      """
    try await query(sql, [.text(part)])
  }
}
#endif
