#if PostgreSQL
@_spi(Stores) import DurableWorkflows
import Foundation
import Synchronization
import Testing

@testable import DurableWorkflowsPostgreSQL

/// Several workers that claim runs of a queue at the same time.
@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct QueueRaceTests {
  /// Returns stores with one schema, each with separate connections.
  private static func stores(_ count: Int) async throws -> [PostgreSQLRunStore] {
    let bench = try await StoreBench.shared
    let options = bench.newOptions(listens: false)
    var stores: [PostgreSQLRunStore] = []
    for _ in 0..<count {
      stores.append(try await PostgreSQLRunStore(LibPQDatabase(bench.url), options: options))
    }
    return stores
  }

  private static func submit(_ count: Int, to store: PostgreSQLRunStore) async throws {
    let answers = try await store.submit(
      (0..<count).map { number in
        let place = QueuePlace("mail", priority: number % 3)
        return RunSubmission(id: "\(number)", workflow: "flow", input: Data(), place: place)
      }
    )
    #expect(answers == Array(repeating: .new, count: count))
  }

  private static func end(_ run: ClaimAnswer.Run, in store: PostgreSQLRunStore) async throws {
    let write = RunWrite(
      run: run.id,
      epoch: run.row.epoch,
      token: 1,
      changes: [],
      continuation: .end(.value(Data()))
    )
    guard case .kept = try await store.commit(write) else {
      Issue.record("another worker has the run, too")
      return
    }
  }

  @Test func noMoreRunsAreAtWorkThanTheQueueAllows() async throws {
    let stores = try await Self.stores(4)
    let count = 60
    try await Self.submit(count, to: stores[0])
    let tally = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        let store = stores[number % 4]
        group.addTask {
          let queue = RunQueue("mail", maxConcurrentRuns: 3, maxConcurrentRunsPerProcess: 2)
          while tally.count < count {
            let runs = try await store.claim(by: "\(number)", limit: 5, queues: [queue]).runs
            #expect(runs.count <= 2)
            tally.begin(runs.map(\.id))
            for run in runs {
              tally.end()
              try await Self.end(run, in: store)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(tally.most <= 3)
    #expect(tally.ids.count == count)
    #expect(Set(tally.ids).count == count)
  }

  /// The runs in progress, and the runs that have been in progress.
  private final class Tally: Sendable {
    private let state = Mutex<(now: Int, most: Int, ids: [String])>((0, 0, []))

    var count: Int { state.withLock { $0.ids.count } }
    var most: Int { state.withLock { $0.most } }
    var ids: [String] { state.withLock { $0.ids } }

    func begin(_ ids: [String]) {
      state.withLock { state in
        state.now += ids.count
        state.most = max(state.most, state.now)
        state.ids += ids
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  @Test func noMoreRunsBeginInATimeThanTheQueueAllows() async throws {
    let stores = try await Self.stores(4)
    try await Self.submit(40, to: stores[0])
    let ids = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<12 {
        group.addTask {
          let queue = RunQueue("mail", rate: .init(7, per: .seconds(3600)))
          let answer = try await stores[number % 4].claim(by: "\(number)", queues: [queue])
          return answer.runs.map(\.id)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ids.count == 7)
    #expect(Set(ids).count == 7)
  }

  @Test func aClaimThatHasWaitedForAnotherCountsItsRuns() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions(listens: false)
    let store = try await PostgreSQLRunStore(bench.database, options: options)
    let schema = try SchemaName(options.schema)
    let queues = [RunQueue("mail", maxConcurrentRuns: 1)]
    // After the first claim, the queue has a row.
    try await Self.submit(3, to: store)
    try await Self.end(try #require(try await store.claim(queues: queues).runs.first), in: store)
    let statements = StoreStatements(schema: schema, systemTime: StoreStatements.systemTime)
    let second = try await bench.database.transaction { session in
      // These are the locks that an uncommitted claim holds.
      try await session.query(statements.lockQueues, [.array(["mail"])])
      let second = Task { try await store.claim(by: "two", queues: queues) }
      try await bench.untilALockIsWaited(by: "rooms")
      try await session.query(
        """
        UPDATE \(schema).runs SET state = 1, worker = 'one', started = submitted,
        due = due + 3600000, until = due + 3600000 WHERE id = '0'
        """
      )
      try await session.query("UPDATE \(schema).queues SET version = version + 1")
      return second
    }
    #expect(try await second.value.runs.isEmpty)
  }

  @Test func aKeyBelongsToOneRunHoweverManyAreSubmittedAtOnce() async throws {
    let stores = try await Self.stores(4)
    for ifTaken in [QueuePlace.TakenKey.keep, .replace] {
      let place = QueuePlace("mail", key: "\(ifTaken)", ifTaken: ifTaken)
      let answers = try await withThrowingTaskGroup(of: SubmissionAnswer.self) { group in
        for number in 0..<12 {
          group.addTask {
            let id = "\(ifTaken) \(number)"
            return try await stores[number % 4]
              .submit(RunSubmission(id: id, workflow: "flow", input: Data(), place: place))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let new = answers.count { $0 == .new }
      #expect(new == (ifTaken == .keep ? 1 : 12))
      let left = try await stores[0].claim(limit: 99, queues: [RunQueue("mail")]).runs
      #expect(left.count == 1)
      #expect(left.first?.row.key == "\(ifTaken)")
    }
  }

  @Test func aClaimWithNothingToGetWritesNothing() async throws {
    let bench = try await StoreBench.shared
    let observed = ObservedDatabase(bench.database)
    let store = try await PostgreSQLRunStore(observed, options: bench.newOptions(listens: false))
    let queues = [RunQueue("mail", maxConcurrentRuns: 1, rate: .init(5, per: .seconds(9)))]
    func writes(_ claim: () async throws -> Int) async throws -> (runs: Int, writes: Int) {
      let before = observed.writes
      let runs = try await claim()
      return (runs, observed.writes - before)
    }
    // This claim stores the time, which a claim does once a second.
    _ = try await store.claim(queues: queues)
    let empty = try await writes { try await store.claim(queues: queues).runs.count }
    #expect(empty == (0, 0))
    try await Self.submit(2, to: store)
    let first = try await writes { try await store.claim(queues: queues).runs.count }
    #expect(first.runs == 1 && first.writes > 0)
    let full = try await writes { try await store.claim(by: "two", queues: queues).runs.count }
    #expect(full == (0, 0))
  }
}

/// A database that counts the claims that wrote something.
private final class ObservedDatabase: PostgreSQLDatabase {
  private let database: LibPQDatabase
  private let count = Mutex(0)

  init(_ database: LibPQDatabase) { self.database = database }

  var writes: Int { count.withLock { $0 } }

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    guard sql.contains("rooms") else { return try await database.query(sql, parameters) }
    return try await transaction { try await $0.query(sql, parameters) }
  }

  func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value {
    try await database.transaction { session in
      let value = try await body(session)
      let rows = try await session.query("SELECT pg_current_xact_id_if_assigned() IS NOT NULL")
      if rows.first?[0].boolean == true { self.count.withLock { $0 += 1 } }
      return value
    }
  }
}
#endif
