import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

@Suite struct AppWorkTests {
  private static let go = Signal<Int>("go")

  /// A step that takes some time, followed by a wait.
  private func workflow(
    _ calls: Calls,
    taking time: Duration = .seconds(1),
    _ bench: Workbench
  ) -> Workflow<Int, Int> {
    let clock = bench.clock
    return Workflow("timed") {
      Perform("one") { (number: Int) in
        calls.add("one")
        try await clock.sleep(for: time)
        calls.add("one has ended")
        return number
      }
      .checkpoint()
      .compensate { _ in calls.add("undone") }
      WaitForSignal(Self.go)
      Perform("two") { (number: Int, more: Int) in
        calls.add("two")
        return number + more
      }
      .checkpoint()
    }
  }

  @Test func aGrantWorksUntilNothingIsDueAndNoLonger() async throws {
    let bench = Workbench()
    let calls = Calls()
    let timed = workflow(calls, bench)
    let runs = try bench.process(timed.durable(), options: DurableRunsOptions())
    let work = AppWork(on: runs)
    try await bench.run {
      let run = try await runs.submit(timed, id: "a", input: 1)
      #expect(await work.work() == .idle)
      #expect(try await run.status == .waiting)
      try await run.send(2, to: Self.go)
      try await bench.clock.sleep(for: .seconds(60))
      #expect(try await run.status == .queued)
      #expect(await work.work() == .idle)
      #expect(try await run.status == .succeeded)
    }
    #expect(calls.all == ["one", "one has ended", "two"])
  }

  @Test func theEndOfAGrantIsNoCancellationOfTheRun() async throws {
    let bench = Workbench()
    let calls = Calls()
    let timed = workflow(calls, taking: .seconds(3600), bench)
    let runs = try bench.process(timed.durable(), options: DurableRunsOptions())
    let work = AppWork(on: runs, stoppingWithin: .seconds(2))
    try await bench.run {
      let run = try await runs.submit(timed, id: "a", input: 1)
      let end = try await withThrowingTaskGroup(of: AppWork.End.self) { group in
        group.addTask { await work.work() }
        try await bench.until { calls.all == ["one"] }
        group.cancelAll()
        return try await group.next()
      }
      #expect(end == .interrupted)
      #expect(try await run.status == .queued)
      #expect(await work.work() == .idle)
      #expect(try await run.status == .waiting)
    }
    #expect(calls.all == ["one", "one", "one has ended"])
    #expect(!bench.events.contains { $0.hasPrefix("lost") })
  }

  @Test func aStepThatEndsWithinTheGraceIsRecorded() async throws {
    let bench = Workbench()
    let calls = Calls()
    let timed = workflow(calls, taking: .seconds(2), bench)
    let runs = try bench.process(timed.durable(), options: DurableRunsOptions())
    let work = AppWork(on: runs, stoppingWithin: .seconds(5))
    try await bench.run {
      work.start()
      try await runs.submit(timed, id: "a", input: 1)
      try await bench.until { calls.all == ["one"] }
      await work.stop()
      #expect(await work.work() == .idle)
    }
    #expect(calls.all == ["one", "one has ended"])
  }

  @Test func theEndOfAGrantDoesNotStopAnActiveApp() async throws {
    let bench = Workbench()
    let calls = Calls()
    let timed = workflow(calls, bench)
    let runs = try bench.process(timed.durable(), options: DurableRunsOptions())
    let work = AppWork(on: runs)
    try await bench.run {
      try await runs.submit(timed, id: "a", input: 1)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = await work.work() }
        try await bench.until { calls.all == ["one"] }
        work.start()
        group.cancelAll()
      }
      #expect(calls.all == ["one"])
      try await bench.until { calls.all.count == 2 }
      await work.stop()
      let late = try await runs.submit(timed, id: "b", input: 1)
      try await bench.clock.sleep(for: .seconds(60))
      #expect(try await late.status == .queued)
    }
    #expect(calls.all == ["one", "one has ended"])
  }

  @Test func theEndOfActivityDoesNotStopAGrant() async throws {
    let bench = Workbench()
    let calls = Calls()
    let timed = workflow(calls, taking: .seconds(60), bench)
    let runs = try bench.process(timed.durable(), options: DurableRunsOptions())
    let work = AppWork(on: runs)
    try await bench.run {
      work.start()
      try await runs.submit(timed, id: "a", input: 1)
      async let end = work.work()
      try await bench.until { calls.all == ["one"] }
      await work.stop()
      #expect(await end == .idle)
    }
    #expect(calls.all == ["one", "one has ended"])
  }

  @Test func anAppThatIsActiveAgainWhileItStopsWorks() async throws {
    let bench = Workbench()
    let calls = Calls()
    let timed = workflow(calls, taking: .seconds(2), bench)
    let runs = try bench.process(timed.durable(), options: DurableRunsOptions())
    let work = AppWork(on: runs)
    try await bench.run {
      work.start()
      try await runs.submit(timed, id: "a", input: 1)
      try await bench.until { calls.all == ["one"] }
      async let stopped: Void = work.stop()
      try await bench.clock.sleep(for: .seconds(1))
      work.start()
      await stopped
      let run = try await runs.submit(timed, id: "b", input: 1)
      try await bench.until { try await run.status == .waiting }
      await work.stop()
    }
    #expect(calls.count(of: "one has ended") == 2)
  }

  @Test func aStepThatDoesNotStopKeepsNobodyWaiting() async throws {
    let bench = Workbench()
    let never = Promise<Int, Never>()
    let stubborn = Workflow("stubborn") {
      Perform("one") { (_: Int) in await never.future.value }.checkpoint()
    }
    let runs = try bench.process(stubborn.durable(), options: DurableRunsOptions())
    let work = AppWork(on: runs, stoppingWithin: .seconds(2))
    try await bench.run {
      work.start()
      let run = try await runs.submit(stubborn, id: "a", input: 1)
      try await bench.until { try await run.status == .running }
      let start = bench.clock.now
      await work.stop()
      #expect(start.duration(to: bench.clock.now) <= .seconds(3))
      never.succeed(1)
    }
  }

  @Test func progressIsToldInRuns() async throws {
    let bench = Workbench()
    let timed = workflow(Calls(), bench)
    let runs = try bench.process(timed.durable(), options: DurableRunsOptions(maxConcurrentRuns: 1))
    let work = AppWork(on: runs)
    let reports = Locked<[[Int]]>([])
    try await bench.run {
      for id in ["a", "b", "c"] { try await runs.submit(timed, id: id, input: 1) }
      let end = await work.work { done, all in reports.withLock { $0.append([done, all]) } }
      #expect(end == .idle)
    }
    #expect(reports.withLock { $0 } == [[0, 3], [1, 3], [2, 3], [3, 3]])
  }

  @Test func withoutRunsAGrantEndsAtOnce() async throws {
    let bench = Workbench()
    let runs = try bench.process(workflow(Calls(), bench).durable())
    let end = try await bench.run { await AppWork(on: runs).work() }
    #expect(end == .idle)
    #expect(bench.clock.now.offset == .zero)
  }
}
