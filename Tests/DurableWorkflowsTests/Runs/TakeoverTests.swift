import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

@_spi(Stores) @testable import DurableWorkflows

@Suite struct TakeoverTests {
  private static let go = Signal<Int>("go")

  /// A step that ends, each time it begins, when a test opens it.
  private final class Gate: Sendable {
    private let promises = Locked<[Promise<Void, any Error>]>([])

    var count: Int { promises.withLock { $0.count } }

    func pass() async throws {
      let promise = Promise<Void, any Error>()
      promises.withLock { $0.append(promise) }
      try await promise.future.value
    }

    func open(_ index: Int) { promises.withLock { $0[index] }.succeed() }
  }

  @Test func aProcessThatLosesItsLeaseLetsGo() async throws {
    let bench = Workbench()
    let calls = Calls()
    let gate = Gate()
    let workflow = Workflow("slow") {
      Perform("work") { (number: Int) in
        calls.add("begin")
        do {
          try await gate.pass()
        } catch {
          calls.add("cancelled")
          throw error
        }
        return number
      }
      .checkpoint()
    }
    let options = DurableRunsOptions(lease: .seconds(30), pollInterval: .seconds(5))
    let cut = CutStore(bench.store)
    let first = try DurableRuns(
      store: RunStore(cut),
      workflows: [workflow.durable()],
      options: options,
      clock: bench.clock
    )
    let second = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      first.start()
      let run = try await second.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      // The process seems to have been suspended while it held its lease.
      cut.isCut.withLock { $0 = true }
      second.start()
      try await bench.until { gate.count == 2 }
      #expect(calls.all.filter { $0 == "begin" }.count == 2)
      gate.open(1)
      #expect(try await run.value == 1)
      try await bench.until { calls.count(of: "cancelled") == 1 }
      cut.isCut.withLock { $0 = false }
      await first.stop()
      await second.stop()
      #expect(try await run.value == 1)
    }
    #expect(bench.clock.now.offset >= .seconds(27))
  }

  /// In SQLite, a claim waits while a client writes, and the renewal of leases behind it.
  @Test func aClaimThatWaitedLongerThanALeaseTakesNoRunOfItsOwnProcess() async throws {
    let bench = Workbench()
    let calls = Calls()
    let gate = Gate()
    let workflow = Workflow("slow") {
      Perform("work") { (number: Int) in
        calls.add("begin")
        try await gate.pass()
        return number
      }
      .checkpoint()
    }
    let options = DurableRunsOptions(lease: .seconds(30), pollInterval: .seconds(5))
    let waiting = CutStore(bench.store)
    let runs = try DurableRuns(
      store: RunStore(waiting),
      workflows: [workflow.durable()],
      options: options,
      clock: bench.clock
    )
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      waiting.claimWait.withLock { $0 = .seconds(31) }
      try await bench.until { waiting.claimWait.withLock { $0 == nil } }
      let other = try await runs.submit(workflow, id: "b", input: 2)
      try await bench.until { gate.count == 2 }
      gate.open(0)
      gate.open(1)
      #expect(try await run.value == 1)
      #expect(try await other.value == 2)
      #expect(calls.count(of: "begin") == 2)
      #expect(try await bench.store.load("a")?.epoch == 1)
      await runs.stop()
    }
  }

  @Test func whatALostProcessReturnsIsNotWritten() async throws {
    let bench = Workbench()
    let gate = Gate()
    let workflow = Workflow("slow") {
      Perform("work") { (number: Int) in
        let turn = gate.count
        // The step ignores its cancellation.
        await Future<Void, Never> { try? await gate.pass() }.value
        return number + turn
      }
      .checkpoint()
    }
    let options = DurableRunsOptions(lease: .seconds(30), pollInterval: .seconds(5))
    let cut = CutStore(bench.store)
    let first = try DurableRuns(
      store: RunStore(cut),
      workflows: [workflow.durable()],
      options: options,
      clock: bench.clock
    )
    let second = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      first.start()
      let run = try await second.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      cut.isCut.withLock { $0 = true }
      second.start()
      try await bench.until { gate.count == 2 }
      // The first process reaches the store again, and answers late.
      cut.isCut.withLock { $0 = false }
      gate.open(0)
      try await bench.clock.sleep(for: .milliseconds(1))
      #expect(try await run.status == .running)
      gate.open(1)
      #expect(try await run.value == 2)
      await first.stop()
      await second.stop()
    }
  }

  @Test func aRunThatEndsItsProcessAgainAndAgainIsSetAside() async throws {
    let bench = Workbench()
    let calls = Calls()
    let gate = Gate()
    let workflow = Workflow("poison") {
      Perform("crash") { (number: Int) in
        calls.add("crash")
        try await gate.pass()
        return number
      }
      .checkpoint()
    }
    let other = Workflow("other") { Perform("echo") { (number: Int) in number }.checkpoint() }
    let options = DurableRunsOptions(pollInterval: .seconds(5), maxFruitlessClaims: 3)
    for attempt in 1...3 {
      let process = try bench.process(workflow.durable(), other.durable(), options: options)
      try await bench.run {
        process.start()
        if attempt == 1 { try await process.submit(workflow, id: "a", input: 1) }
        try await bench.until { calls.all.count == attempt }
        process.abandon()
        await process.abandoned()
      }
    }
    let last = try bench.process(workflow.durable(), other.durable(), options: options)
    try await bench.run {
      last.start()
      let error = await #expect(throws: DurableRunSetAside.self) {
        try await last.run(of: workflow, id: "a").value
      }
      #expect(error?.reason.contains("3 times in a row") == true)
      let value = try await last.submit(other, id: "b", input: 2).value
      #expect(value == 2)
      await last.stop()
    }
    #expect(calls.all.count == 3)
  }

  @Test func aProcessThatStopsGivesItsRunsBackAtTheirNextCheckpoint() async throws {
    let bench = Workbench()
    let calls = Calls()
    let gate = Gate()
    let workflow = Workflow("two steps") {
      Perform("one") { (number: Int) in
        calls.add("one")
        try await gate.pass()
        return number
      }
      .checkpoint()
      .compensate { (_: Int) in calls.add("undo") }
      .finally { (_: Int) in calls.add("finally") }
      Perform("two") { (number: Int) in
        calls.add("two")
        return number
      }
      .checkpoint()
    }
    let first = try bench.process(workflow.durable())
    try await bench.run {
      first.start()
      try await first.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      let stopped = Future<Void, Never> { await first.stop(within: .seconds(60)) }
      try await bench.clock.sleep(for: .milliseconds(1))
      gate.open(0)
      await stopped.value
    }
    #expect(calls.all == ["one", "finally"])
    let second = try bench.process(workflow.durable())
    try await bench.run {
      second.start()
      let value = try await second.run(of: workflow, id: "a").value
      #expect(value == 1)
      await second.stop()
    }
    #expect(calls.all == ["one", "finally", "two"])
    // The lease was released, so nothing waited for its end.
    #expect(bench.clock.now.offset < .seconds(30))
  }

  @Test func aRunThatDoesNotStopInTimeIsLeftAsItIs() async throws {
    let bench = Workbench()
    let calls = Calls()
    let gate = Gate()
    let workflow = Workflow("stubborn") {
      Perform("one") { (number: Int) in
        calls.add("one")
        try await gate.pass()
        return number
      }
      .checkpoint()
      .compensate { (_: Int) in
        calls.add("undo")
      } inDoubt: { _ in
        calls.add("in doubt")
      }
      .finally { (_: Int) in calls.add("finally") }
    }
    let first = try bench.process(workflow.durable())
    try await bench.run {
      first.start()
      try await first.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      await first.stop(within: .seconds(3))
    }
    // The run is neither undone nor cleaned up, because it continues in another process.
    #expect(calls.all == ["one"])
    let second = try bench.process(workflow.durable())
    try await bench.run {
      second.start()
      try await bench.until { gate.count == 2 }
      gate.open(1)
      #expect(try await second.run(of: workflow, id: "a").value == 1)
      await second.stop()
    }
    #expect(calls.all == ["one", "one", "finally"])
  }

  @Test func aProcessThatIsReleasedGivesItsRunsBack() async throws {
    let bench = Workbench()
    let gate = Gate()
    let workflow = Workflow("slow") {
      Perform("work") { (number: Int) in
        try await gate.pass()
        return number
      }
      .checkpoint()
    }
    let second = try bench.process(workflow.durable())
    try await bench.run {
      var first: DurableRuns? = try bench.process(workflow.durable())
      first?.start()
      try await first?.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      first = nil
      second.start()
      try await bench.until { gate.count == 2 }
      gate.open(1)
      let value = try await second.run(of: workflow, id: "a").value
      #expect(value == 1)
      await second.stop()
    }
    // Nothing waited for the end of the lease.
    #expect(bench.clock.now.offset < .seconds(20))
  }

  @Test func aRunThatEndsItsProcessTakesNoOtherWithIt() async throws {
    let bench = Workbench()
    let gate = Gate()
    let calls = Calls()
    let workflow = Workflow("one of three") {
      Perform("work") { (number: Int) in
        calls.add("\(number)")
        // The second run ends its process, and the others make no progress before that.
        try await gate.pass()
        return number
      }
      .checkpoint()
    }
    let options = DurableRunsOptions(pollInterval: .seconds(5))
    let first = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      for number in 1...3 { try await first.submit(workflow, id: "\(number)", input: number) }
    }
    for _ in 0..<12 {
      let process = try bench.process(workflow.durable(), options: options)
      try await bench.run {
        let before = calls.all.count
        process.start()
        var next = before
        // When it runs alone, an innocent run makes progress, and the next one begins.
        for _ in 0..<3 {
          let isOver = try await bench.ended(within: .seconds(100)) { calls.all.count > next }
          if !isOver { break }
          let isAlone = calls.all.count == next + 1
          guard isAlone, calls.all.last != "2" else { break }
          gate.open(next)
          next = calls.all.count
        }
        process.abandon()
        await process.abandoned()
      }
    }
    let last = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      let statuses = try await last.list().sorted { $0.id < $1.id }.map(\.status)
      #expect(statuses == [.succeeded, .setAside, .succeeded])
    }
    #expect(bench.events.contains { $0.hasPrefix("setAside(run: \"2\"") })
  }

  private func oneOfMany(_ calls: Calls, _ gate: Gate) -> Workflow<String, String> {
    Workflow("one of many") {
      Perform("work") { (name: String) in
        calls.add(name)
        try await gate.pass()
        return name
      }
      .checkpoint()
    }
  }

  /// Makes a run the suspect that has ended two processes.
  private func endTwoProcesses(
    with run: String,
    of workflow: String,
    in bench: Workbench
  ) async throws {
    let request = ClaimRequest(
      worker: "ended",
      workflows: [WorkflowVersion(workflow)],
      lease: .milliseconds(10)
    )
    for _ in 0..<2 {
      #expect(try await bench.store.claim(request).runs.map(\.id) == [run])
      try await bench.clock.sleep(for: .milliseconds(20))
    }
  }

  @Test func runsAreSideBySideAgainAfterASuspectThatGetsOn() async throws {
    let bench = Workbench()
    let gate = Gate()
    let calls = Calls()
    let workflow = oneOfMany(calls, gate)
    let options = DurableRunsOptions(maxConcurrentRuns: 3, pollInterval: .seconds(5))
    let runs = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      try await runs.submit(workflow, id: "0", input: "0")
      try await endTwoProcesses(with: "0", of: workflow.name, in: bench)
      try await runs.submit(workflow, id: "a", input: "a")
      runs.start()
      // When there is another run, the suspect is released.
      try await bench.until { calls.all == ["a"] }
      for name in ["b", "c", "d"] { try await runs.submit(workflow, id: name, input: name) }
      gate.open(0)
      try await bench.until { calls.all == ["a", "0"] }
      #expect(try await !bench.ended(within: .seconds(60)) { calls.all.count > 2 })
      gate.open(1)
      try #require(try await bench.ended(within: .seconds(60)) { calls.all.count == 5 })
      for index in 2..<5 { gate.open(index) }
      for name in ["b", "c", "d"] {
        #expect(try await runs.run(of: workflow, id: name).value == name)
      }
      await runs.stop()
    }
  }

  @Test func aLongRunDoesNotKeepOthersFromBeginningBecauseOfASuspect() async throws {
    let bench = Workbench()
    let gate = Gate()
    let calls = Calls()
    let workflow = oneOfMany(calls, gate)
    let options = DurableRunsOptions(
      lease: .seconds(30),
      maxConcurrentRuns: 3,
      pollInterval: .seconds(5)
    )
    let runs = try bench.process(workflow.durable(), options: options)
    try await bench.run {
      try await runs.submit(workflow, id: "0", input: "0")
      try await endTwoProcesses(with: "0", of: workflow.name, in: bench)
      try await runs.submit(workflow, id: "long", input: "long")
      runs.start()
      try await bench.until { calls.all == ["long"] }
      for name in ["b", "c"] { try await runs.submit(workflow, id: name, input: name) }
      #expect(try await bench.ended(within: .seconds(60)) { calls.all == ["long", "b", "c"] })
      for index in 0..<3 { gate.open(index) }
      try await bench.until { calls.count(of: "0") == 1 }
      gate.open(3)
      #expect(try await runs.run(of: workflow, id: "0").value == "0")
      await runs.stop()
    }
  }

  @Test func aProcessThatWasSuspendedKeepsItsRuns() async throws {
    let bench = Workbench()
    let gate = Gate()
    let workflow = Workflow("slow") {
      Perform("work") { (number: Int) in
        try await gate.pass()
        return number
      }
      .checkpoint()
    }
    let options = DurableRunsOptions(lease: .seconds(30), pollInterval: .seconds(1))
    let runs = try bench.process(workflow.durable(), options: options)
    runs.start()
    let run = try await bench.run {
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      return run
    }
    // Nothing happens meanwhile, so the next claim and the renewal are overdue at the same time.
    for _ in 0..<5 {
      bench.clock.advance(by: .seconds(100))
      try await bench.run { try await bench.clock.sleep(for: .seconds(10)) }
    }
    #expect(gate.count == 1)
    gate.open(0)
    try await bench.run {
      let value = try await run.value
      #expect(value == 1)
      await runs.stop()
    }
  }

  @Test func aWriteThatAlwaysFailsSetsItsRunAsideAtLast() async throws {
    let bench = Workbench()
    let workflow = Workflow("cursed") {
      Perform("curse") { (number: Int) in number }.checkpoint()
      Perform("end") { (number: Int) in number }.checkpoint()
    }
    let store = CutStore(bench.store)
    store.isRefusingRecords.withLock { $0 = true }
    let runs = try DurableRuns(
      store: RunStore(store),
      workflows: [workflow.durable()],
      options: DurableRunsOptions(pollInterval: .seconds(5), maxFruitlessClaims: 3),
      clock: bench.clock
    )
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      await #expect(throws: DurableRunSetAside.self) { try await run.value }
      await runs.stop()
    }
  }

  @Test func runsOfAStoreThatAcceptsNoRecordsAreNotSetAside() async throws {
    let bench = Workbench()
    let workflow = Workflow("healthy") {
      Perform("work") { (number: Int) in number }.checkpoint()
      Perform("end") { (number: Int) in number }.checkpoint()
    }
    let store = CutStore(bench.store)
    store.isRefusingRecords.withLock { $0 = true }
    let runs = try DurableRuns(
      store: RunStore(store),
      workflows: [workflow.durable()],
      options: DurableRunsOptions(pollInterval: .seconds(5), maxFruitlessClaims: 3),
      clock: bench.clock
    )
    try await bench.run {
      runs.start()
      for number in 1...3 { try await runs.submit(workflow, id: "\(number)", input: number) }
      try await bench.clock.sleep(for: .seconds(1800))
      #expect(try await bench.store.counts()[.setAside, default: 0] == 0)
      store.isRefusingRecords.withLock { $0 = false }
      for number in 1...3 {
        #expect(try await runs.run(of: workflow, id: "\(number)").value == number)
      }
      await runs.stop()
    }
  }

  @Test func runsThatTakeLongerToReadThanALeaseLastsAreClaimedInSmallerNumbers() async throws {
    let bench = Workbench()
    let workflow = Workflow("large") {
      Perform("work") { (number: Int) in number }.checkpoint()
    }
    let processes = try (0..<2).map { _ in
      let store = CutStore(bench.store)
      store.readingTime.withLock { $0 = (bench.clock, .seconds(1)) }
      return try DurableRuns(
        store: RunStore(store),
        workflows: [workflow.durable()],
        options: DurableRunsOptions(lease: .seconds(10), pollInterval: .seconds(1)),
        clock: bench.clock
      )
    }
    try await bench.run {
      let submissions = try (0..<40).map { number in
        try processes[0].submission(of: workflow, id: "\(number)", input: number)
      }
      try await processes[0].submit(submissions)
      for process in processes { process.start() }
      let ended = try await bench.ended(within: .seconds(150)) {
        try await bench.store.counts()[.succeeded] == 40
      }
      #expect(ended)
      for process in processes { await process.stop() }
    }
  }

  @Test func startingWhileTheWorkStopsStartsItAgain() async throws {
    let bench = Workbench()
    let gate = Gate()
    let workflow = Workflow("slow") {
      Perform("work") { (number: Int) in
        try await gate.pass()
        return number
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      let stopped = Future<Void, Never> { await runs.stop(within: .seconds(60)) }
      try await bench.clock.sleep(for: .seconds(1))
      runs.start()
      gate.open(0)
      await stopped.value
      let next = try await runs.submit(workflow, id: "b", input: 2)
      try await bench.until { gate.count == 2 }
      gate.open(1)
      let value = try await next.value
      #expect(value == 2)
      await runs.stop()
    }
  }

  @Test func stoppingDoesNotWaitForAStepThatIgnoresIt() async throws {
    let bench = Workbench()
    let never = Promise<Int, Never>()
    let workflow = Workflow("stubborn") {
      Perform("work") { (_: Int) in await never.future.value }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .running }
      let start = bench.clock.now
      await runs.stop(within: .seconds(1))
      #expect(start.duration(to: bench.clock.now) < .seconds(3))
      // The run was released.
      #expect(try await run.status == .queued)
      never.succeed(1)
    }
  }

  @Test func theIdempotencyKeyIsTheSameInEveryExecution() async throws {
    let bench = Workbench()
    let keys = Calls()
    let gate = Gate()
    let workflow = Workflow("keys") {
      Perform.withContext("charge/now") { (number: Int, context) in
        keys.add(context.idempotencyKey)
        try await gate.pass()
        return number
      }
      .checkpoint()
    }
    for attempt in 1...2 {
      let process = try bench.process(workflow.durable())
      try await bench.run {
        process.start()
        for id in ["a", "b/keys"] { try await process.submit(workflow, id: id, input: 1) }
        try await bench.until { gate.count == 2 * attempt }
        process.abandon()
        await process.abandoned()
      }
    }
    #expect(Set(keys.all) == ["a/keys/charge%2Fnow", "b%2Fkeys/keys/charge%2Fnow"])
    #expect(keys.all.count == 4)
  }

  @Test func aStepInDoubtIsUndoneAsSuch() async throws {
    let bench = Workbench()
    let calls = Calls()
    let gate = Gate()
    let workflow = Workflow("doubt") {
      Perform("charge") { (number: Int) in
        calls.add("charge")
        try await gate.pass()
        return number
      }
      .checkpoint()
      .compensate { (_: Int) in
        calls.add("refund")
      } inDoubt: { key in
        calls.add("look for \(key)")
      }
    }
    let first = try bench.process(workflow.durable())
    try await bench.run {
      first.start()
      try await first.submit(workflow, id: "a", input: 1)
      try await bench.until { gate.count == 1 }
      first.abandon()
      await first.abandoned()
      #expect(try await first.cancel("a") == .requested)
    }
    let second = try bench.process(workflow.durable())
    try await bench.run {
      second.start()
      await #expect(throws: DurableRunCancelled.self) {
        try await second.run(of: workflow, id: "a").value
      }
      await second.stop()
    }
    #expect(calls.all == ["charge", "look for a/doubt/charge"])
  }
}

/// A store whose connection can be cut.
private final class CutStore: RunStorage {
  struct CutOff: Error {}

  let base: InMemoryRunStore
  let isCut = Locked(false)
  /// Whether it refuses the records of steps.
  let isRefusingRecords = Locked(false)
  /// How long the next claim waits before it is carried out.
  let claimWait = Locked<Duration?>(nil)
  /// How long a claim takes for each of its runs, and the clock that measures it.
  let readingTime = Locked<(clock: ManualClock, perRun: Duration)?>(nil)

  init(_ base: InMemoryRunStore) { self.base = base }

  private func check() throws {
    if isCut.withLock({ $0 }) { throw CutOff() }
  }

  var now: StoreTime {
    get async throws {
      try check()
      return base.now
    }
  }

  func submit(_ run: RunSubmission) async throws -> SubmissionAnswer {
    try check()
    return try await base.submit(run)
  }

  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer {
    try check()
    if let wait = claimWait.withLock({ $0.take() }) { base.advance(by: wait) }
    let answer = try await base.claim(request)
    if let (clock, perRun) = readingTime.withLock({ $0 }) {
      try await clock.sleep(for: perRun * answer.runs.count)
    }
    return answer
  }

  func renew(_ worker: String) async throws -> [RunNews] {
    try check()
    return try await base.renew(worker)
  }

  func commit(_ write: RunWrite) async throws -> WriteAnswer {
    try check()
    let hasRecord = write.changes.contains { if case .record = $0 { true } else { false } }
    if hasRecord && isRefusingRecords.withLock({ $0 }) { throw CutOff() }
    return try await base.commit(write)
  }

  func release(_ run: String, epoch: Int) async throws {
    try check()
    try await base.release(run, epoch: epoch)
  }

  func send(_ value: Data, to signal: String, of run: String) async throws -> SignalDelivery {
    try check()
    return try await base.send(value, to: signal, of: run)
  }

  func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    try check()
    return try await base.withdraw(signal, of: run)
  }

  func cancel(_ run: String) async throws -> CancellationAnswer {
    try check()
    return try await base.cancel(run)
  }

  func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool {
    try check()
    return try await base.setPaused(isPaused, of: run)
  }

  func undo(_ run: String) async throws -> CancellationAnswer { try await base.undo(run) }

  func reopen(_ run: String) async throws -> Bool { try await base.reopen(run) }

  func load(_ run: String) async throws -> Row? {
    try check()
    return try await base.load(run)
  }

  func list(_ query: RunQuery) async throws -> [RunSummary] { try await base.list(query) }

  func counts() async throws -> [DurableRunStatus: Int] { try await base.counts() }

  func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int {
    try await base.removeEnded(olderThan: age, limit: limit)
  }
}
