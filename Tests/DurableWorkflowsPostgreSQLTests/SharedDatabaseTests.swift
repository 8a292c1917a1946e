#if PostgreSQL
@_spi(Stores) import DurableWorkflows
import Foundation
import Synchronization
import Testing
import Workflows

@testable import DurableWorkflowsPostgreSQL

@Suite(.enabled(if: TestServer.isThere, "there is no PostgreSQL"))
struct SharedDatabaseTests {
  @Test func twoStoresClaimDifferentRuns() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    var stores: [PostgreSQLRunStore] = []
    for _ in 0..<2 { stores.append(try await PostgreSQLRunStore(bench.database, options: options)) }
    for number in 0..<100 { try await stores[number % 2].submit("\(number)") }
    let ids = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<6 {
        let store = stores[number % 2]
        group.addTask {
          var ids: [String] = []
          while true {
            let runs = try await store.claim(by: "\(number)", limit: 2).runs
            // Other workers may be about to claim the remaining runs.
            if runs.isEmpty, try await store.counts()[.queued] == nil { return ids }
            for run in runs {
              #expect(run.row.epoch == 1)
              guard case .kept = try await store.record("step", of: run.id) else {
                Issue.record("another worker has the run, too")
                continue
              }
              ids.append(run.id)
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ids.count == 100)
    #expect(Set(ids).count == 100)
  }

  @Test func manyProcessesMayCreateTheTablesAtTheSameTime() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await PostgreSQLRunStore(LibPQDatabase(bench.url), options: options).submit(
            "\(number)"
          )
        }
      }
      try await group.waitForAll()
    }
    let store = try await PostgreSQLRunStore(bench.database, options: options)
    #expect(try await store.counts() == [.queued: 8])
  }

  @Test func aRunThatIsSubmittedInATransactionIsThereIfItIsCommitted() async throws {
    struct RolledBack: Error {}
    let bench = try await StoreBench.shared
    let store = try await bench.store()
    let run = RunSubmission(id: "run", workflow: "flow", input: Data("input".utf8))
    await #expect(throws: RolledBack.self) {
      try await bench.database.transaction { session in
        let answer = try await store.submit(run, in: session)
        #expect(answer == .new)
        throw RolledBack()
      }
    }
    #expect(try await store.load("run") == nil)
    let answers = try await bench.database.transaction { session in
      [try await store.submit(run, in: session), try await store.submit(run, in: session)]
    }
    #expect(answers == [.new, .same])
    #expect(try await store.load("run")?.input == run.input)
    #expect(try await store.submit(run) == .same)
  }

  @Test func aRunIsReplacedInATransactionIfThatIsCommitted() async throws {
    struct RolledBack: Error {}
    let bench = try await StoreBench.shared
    let store = try await bench.store()
    @Sendable func run(_ id: String) -> RunSubmission {
      let place = QueuePlace("mail", key: "key", ifTaken: .replace)
      return RunSubmission(id: id, workflow: "flow", input: Data(), place: place)
    }
    #expect(try await store.submit(run("one")) == .new)
    await #expect(throws: RolledBack.self) {
      try await bench.database.transaction { session in
        let answer = try await store.submit(run("two"), in: session)
        #expect(answer == .new)
        throw RolledBack()
      }
    }
    #expect(try await store.load("one")?.key == "key")
    #expect(try await store.load("two") == nil)
    try await bench.database.transaction { session in
      _ = try await store.submit(run("two"), in: session)
    }
    #expect(try await store.load("one")?.state == .ended(.failure(.cancelled)))
    #expect(try await store.load("two")?.key == "key")
  }

  @Test func aWriteGoesOnThoughItsTaskIsCancelled() async throws {
    let store = try await StoreBench.shared.store()
    try await store.submit("run")
    _ = try await store.claim()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.record("step")
    }
    guard case .kept = try await task.value else {
      Issue.record("the write was refused")
      return
    }
    #expect(try await store.load("run")?.records.count == 1)
  }

  @Test func aWriteWhoseAnswerIsLostIsRepeatedAndDoneOnce() async throws {
    let bench = try await StoreBench.shared
    let forgetful = ForgetfulDatabase(bench.database)
    let store = try await PostgreSQLRunStore(forgetful, options: bench.newOptions())
    try await store.submit("run")
    _ = try await store.claim()
    forgetful.forgetNext()
    guard case .kept = try await store.record("step") else {
      Issue.record("the write was refused")
      return
    }
    #expect(forgetful.forgotten == 1)
    let row = try await store.load("run")
    #expect(row?.records.count == 1)
    #expect(row?.lastSequence == 1)
  }

  @Test func writesThatArriveTogetherShareAStatement() async throws {
    let bench = try await StoreBench.shared
    let counting = ForgetfulDatabase(bench.database)
    let store = try await PostgreSQLRunStore(counting, options: bench.newOptions(listens: false))
    let before = counting.count
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { try await store.submit("\(number)") }
      }
      // A submission that cannot be stored fails only itself.
      group.addTask {
        await #expect(throws: PostgreSQLError.self) {
          let long = (0..<300).map { _ in "\(UUID())" }.joined()
          try await store.submit(long)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.counts() == [.queued: 200])
    // This holds even though the refused submission makes others of its batch go alone.
    #expect(counting.count - before < 150)
  }

  @Test func aRunIsSubmittedAndBegunWithThreeStatements() async throws {
    let bench = try await StoreBench.shared
    let counting = ForgetfulDatabase(bench.database)
    let store = try await PostgreSQLRunStore(counting, options: bench.newOptions())
    func statements(_ body: () async throws -> Void) async throws -> Int {
      let before = counting.statements.count
      try await body()
      // A claim stores the time once a second.
      return counting.statements.dropFirst(before).count { !$0.hasPrefix("UPDATE") }
    }
    @Sendable func begin(_ id: String) async throws -> [String] {
      let run = RunSubmission(id: id, workflow: "flow", input: Data("input".utf8))
      let request = ClaimRequest(
        worker: "w",
        workflows: [WorkflowVersion("flow")],
        lease: .seconds(60)
      )
      let (answer, claim) = try await store.submit(run, claiming: request)
      #expect(answer == .new)
      #expect(claim.runs.map(\.row.epoch) == [1])
      return claim.runs.map(\.id)
    }
    let one = try await statements {
      let ids = try await begin("one")
      #expect(ids == ["one"])
    }
    #expect(one == 3)
    // The claimed row equals the row that a load returns.
    let run = RunSubmission(id: "two", workflow: "flow", input: Data(), timeLimit: .seconds(9))
    let request = ClaimRequest(
      worker: "w",
      workflows: [WorkflowVersion("flow")],
      lease: .seconds(60)
    )
    let claimed = try await store.submit(run, claiming: request).1.runs.first?.row
    #expect(try await store.load("two") == claimed)
    // Of the requests that arrive together, each gets a run.
    let ids = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<200 { group.addTask { try await begin("\(number)") } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(ids) == Set((0..<200).map { "\($0)" }))
  }

  @Test func identifiersWithNullAreRefusedAndNamesOfStepsAreKept() async throws {
    let store = try await StoreBench.shared.store()
    let error = await #expect(throws: PostgreSQLError.self) { try await store.submit("a\0b") }
    #expect(error?.reason == .nullCharacter)
    try await store.submit("run")
    _ = try await store.claim()
    guard case .kept = try await store.record("a\0b") else {
      Issue.record("the write was refused")
      return
    }
    let place = RecordPath.root.appending("a\0b")
    #expect(try await store.load("run")?.records.keys.map(\.self) == [place])
  }

  @Test func anotherStoreIsToldToLook() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    let one = try await PostgreSQLRunStore(bench.database, options: options)
    let other = try await PostgreSQLRunStore(bench.database, options: options)
    var hints = other.hints.makeAsyncIterator()
    #expect(await hints.next() == .due)
    try await one.submit("run")
    #expect(await hints.next() == .due)
    _ = try await one.send(Data(), to: "signal", of: "run")
    var next = await hints.next()
    while next == .due { next = await hints.next() }
    #expect(next == .news("run"))
    try await bench.database.transaction { session in
      let run = RunSubmission(id: "in a transaction", workflow: "flow", input: Data())
      _ = try await one.submit(run, in: session)
    }
    #expect(await hints.next() == .due)
  }

  @Test func aRunBeginsElsewhereWithoutWaitingForAPoll() async throws {
    let bench = try await StoreBench.shared
    let options = bench.newOptions()
    let flow = Workflow("flow") { Perform("step") { (value: Int) in value + 1 }.checkpoint() }
    let (events, event) = AsyncStream<String>.makeStream()
    func runs() async throws -> DurableRuns {
      try DurableRuns(
        store: RunStore(try await PostgreSQLRunStore(bench.database, options: options)),
        workflows: [flow.durable()],
        options: DurableRunsOptions(pollInterval: .seconds(3600))
      ) { if case .ended(let run) = $0 { event.yield(run) } }
    }
    let (submitting, working) = (try await runs(), try await runs())
    working.start()
    try await submitting.submit(flow, id: "run", input: 1)
    for await run in events {
      #expect(run == "run")
      break
    }
    await working.stop()
  }

  @Test func theTimeGoesOnWhenTheClockOfTheServerIsSetBack() async throws {
    let bench = try await StoreBench.shared
    let subject = try await bench.timed()
    try await subject.store.submit("run", delay: .seconds(60))
    let before = try await subject.store.now
    // A claim stores the time.
    _ = try await subject.store.claim()
    try await subject.pass(.seconds(-3600))
    #expect(try await subject.store.now >= before)
    _ = try await subject.store.claim()
    try await subject.pass(.seconds(61))
    #expect(try await subject.store.claim().runs.map(\.id) == ["run"])
  }
}
#endif
