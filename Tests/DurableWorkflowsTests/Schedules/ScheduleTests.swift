@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Testing
import Workflows

/// Schedules that several processes carry out, with a manual clock.
@Suite struct ScheduleTests {
  private let day: Duration = .seconds(86_400)

  private func berlin() throws -> TimeZone {
    try #require(TimeZone(identifier: "Europe/Berlin"))
  }

  /// The time of a store, in milliseconds since 1970.
  private func time(_ text: String) throws -> StoreTime {
    Int(try Date(text, strategy: .iso8601).timeIntervalSince1970 * 1000)
  }

  private func report(_ calls: Calls) -> Workflow<String, String> {
    Workflow("report") {
      Perform("write") { (subject: String) in
        calls.add(subject)
        return subject
      }
      .checkpoint()
    }
  }

  /// Returns the identifiers of all runs, in the order of their submission.
  private func runs(_ bench: Workbench) async throws -> [String] {
    try await bench.store.list(RunQuery()).map(\.id).reversed()
  }

  @Test func eachTimeHasOneRunHoweverManyProcessesThereAre() async throws {
    let bench = Workbench(now: try time("2026-03-27T12:00:00Z"))
    let calls = Calls()
    let report = report(calls)
    let zone = try berlin()
    let processes = try (1...3).map { _ in try bench.process(report.durable()) }
    try await bench.run {
      for process in processes {
        process.start()
        try await process.schedule(
          report,
          named: "nightly",
          .cron("30 2 * * *", in: zone),
          input: "sales"
        )
      }
      try await bench.clock.sleep(for: .seconds(4 * 86_400))
      for process in processes { await process.stop() }
    }
    // On the 29th, the clocks are set forward, so 2:30 does not exist.
    #expect(
      try await runs(bench) == [
        "nightly@2026-03-28T01:30:00Z", "nightly@2026-03-29T01:00:00Z",
        "nightly@2026-03-30T00:30:00Z", "nightly@2026-03-31T00:30:00Z",
      ]
    )
    #expect(calls.all == ["sales", "sales", "sales", "sales"])
    let fired = bench.events.filter { $0.hasPrefix("scheduled(") }
    #expect(fired.count == 4)
  }

  @Test(arguments: RunSchedule.MissedTimes.allCases)
  func timesThatAreMissedFollowThePolicy(missed: RunSchedule.MissedTimes) async throws {
    let bench = Workbench(now: try time("2026-05-01T00:00:00Z"))
    let report = report(Calls())
    let first = try bench.process(report.durable())
    let schedule = try RunSchedule.cron("0 6 * * *", in: .gmt, missed: missed)
    let second = try bench.process(report.durable())
    try await bench.run {
      first.start()
      try await first.schedule(report, named: "daily", schedule, input: "sales")
      try await bench.clock.sleep(for: .seconds(86_400))
      await first.stop()
      // The 2nd, the 3rd and the 4th are missed.
      try await bench.clock.sleep(for: .seconds(3 * 86_400))
      second.start()
      try await bench.clock.sleep(for: .seconds(86_400))
      await second.stop()
    }
    let days =
      switch missed {
      case .skipped: [1, 5]
      case .latest: [1, 4, 5]
      case .all: [1, 2, 3, 4, 5]
      }
    let found = Set(try await runs(bench))
    #expect(found == Set(days.map { "daily@2026-05-0\($0)T06:00:00Z" }))
  }

  @Test func manyMissedTimesAreSubmittedInSeveralWrites() async throws {
    let bench = Workbench(now: 0)
    let report = report(Calls())
    let process = try bench.process(report.durable())
    try await bench.run {
      try await process.schedule(
        report,
        named: "often",
        .every(.seconds(60), missed: .all),
        input: "x"
      )
      try await bench.clock.sleep(for: .seconds(60 * 250))
      process.start()
      try await bench.until { try await bench.store.counts()[.succeeded] == 250 }
      await process.stop()
    }
    let fired = bench.events.filter { $0.hasPrefix("scheduled(") }
    #expect(fired.count == 3)
  }

  @Test func anIntervalIsKeptFromTheFirstCallOn() async throws {
    let bench = Workbench(now: 1500)
    let calls = Calls()
    let report = report(calls)
    let process = try bench.process(report.durable())
    try await bench.run {
      process.start()
      for _ in 1...3 {
        // Each process makes this call when it begins.
        try await process.schedule(report, named: "often", .every(.seconds(600)), input: "x")
        try await bench.clock.sleep(for: .seconds(500))
      }
      await process.stop()
    }
    #expect(
      try await runs(bench) == ["often@1970-01-01T00:10:01.500Z", "often@1970-01-01T00:20:01.500Z"]
    )
  }

  @Test func aScheduleThatHasChangedBeginsAnew() async throws {
    let bench = Workbench(now: 0)
    let report = report(Calls())
    let process = try bench.process(report.durable())
    try await bench.run {
      let hourly = try RunSchedule.cron("@hourly", in: .gmt)
      #expect(try await process.schedule(report, named: "a", hourly, input: "x"))
      #expect(try await !process.schedule(report, named: "a", hourly, input: "x"))
      #expect(try await process.schedule(report, named: "a", hourly, input: "y"))
      let daily = try RunSchedule.cron("@daily", in: .gmt)
      #expect(try await process.schedule(report, named: "a", daily, input: "y"))
      let found = try await process.schedules()
      #expect(found.map(\.schedule) == [daily])
      #expect(found.map(\.next) == [86_400_000])
      #expect(found.map(\.workflow) == ["report"])
    }
  }

  @Test func aScheduleThatWasRemovedSubmitsNothing() async throws {
    let bench = Workbench(now: 0)
    let report = report(Calls())
    let process = try bench.process(report.durable())
    try await bench.run {
      process.start()
      try await process.schedule(report, named: "often", .every(.seconds(600)), input: "x")
      try await bench.clock.sleep(for: .seconds(700))
      #expect(try await process.removeSchedule("often"))
      #expect(try await !process.removeSchedule("often"))
      try await bench.clock.sleep(for: .seconds(7000))
      await process.stop()
    }
    #expect(try await runs(bench) == ["often@1970-01-01T00:10:00Z"])
  }

  @Test func aScheduleThatIsPausedSubmitsNothingAndCatchesNothingUp() async throws {
    let bench = Workbench(now: 0)
    let report = report(Calls())
    let process = try bench.process(report.durable())
    let hourly = try RunSchedule.cron("@hourly", in: .gmt, missed: .all)
    try await bench.run {
      process.start()
      try await process.schedule(report, named: "hourly", hourly, input: "x")
      #expect(try await process.pause(schedule: "hourly"))
      #expect(try await !process.pause(schedule: "daily"))
      #expect(try await process.schedules().map(\.isPaused) == [true])
      try await bench.clock.sleep(for: .seconds(5000))
      // A deployment does not end the pause.
      #expect(try await process.schedule(report, named: "hourly", hourly, input: "y"))
      try await bench.clock.sleep(for: .seconds(5000))
      #expect(try await runs(bench) == [])
      #expect(try await process.resume(schedule: "hourly"))
      #expect(try await !process.resume(schedule: "daily"))
      // Whether or not a process works on it.
      #expect(try await process.schedules().map(\.next) == [3 * 3_600_000])
      try await bench.clock.sleep(for: .seconds(1000))
      #expect(try await process.schedules().map(\.isPaused) == [false])
      await process.stop()
    }
    #expect(try await runs(bench) == ["hourly@1970-01-01T03:00:00Z"])
  }

  @Test func aScheduleIsTriggeredNowAndKeepsItsTimes() async throws {
    let bench = Workbench(now: 1000)
    let calls = Calls()
    let report = report(calls)
    let process = try bench.process(report.durable())
    // A tool knows no workflows.
    let tool = try bench.process()
    try await bench.run {
      process.start()
      try await process.schedule(report, named: "often", .every(.seconds(600)), input: "x")
      try await process.pause(schedule: "often")
      #expect(try await tool.trigger(schedule: "often") == "often@1970-01-01T00:00:01Z")
      #expect(try await tool.trigger(schedule: "never") == nil)
      #expect(try await process.schedules().map(\.next) == [601_000])
      try await bench.until { try await bench.store.counts() == [.succeeded: 1] }
      await process.stop()
    }
    #expect(calls.all == ["x"])
  }

  @Test(arguments: [QueuePlace.TakenKey.keep, .replace])
  func runsWithAKeyDoNotOverlap(ifTaken: QueuePlace.TakenKey) async throws {
    let bench = Workbench(now: 0)
    let slow = Workflow("slow") {
      Perform("work") { (_: String) in try await bench.clock.sleep(for: .seconds(900)) }
    }
    let options = DurableRunsOptions(pollInterval: .seconds(1), queues: [RunQueue("reports")])
    let process = try bench.process(slow.durable(), options: options)
    try await bench.run {
      try await process.schedule(
        slow,
        named: "often",
        .every(.seconds(600)),
        input: "x",
        in: QueuePlace("reports", partition: "shop", key: "often", ifTaken: ifTaken)
      )
      process.start()
      // The second time, the first run is still in progress.
      try await bench.clock.sleep(for: .seconds(1700))
      if ifTaken == .keep {
        let trigger = try await process.trigger(schedule: "often")
        #expect(trigger == "often@1970-01-01T00:28:20Z")
        #expect(try await process.trigger(schedule: "often") == trigger)
      }
      await process.stop()
    }
    let first = "often@1970-01-01T00:10:00Z"
    let row = try #require(try await bench.store.load(first))
    #expect(row.queue == "reports" && row.partition == "shop")
    let told = bench.events.filter { $0.hasPrefix("scheduled(") }
    switch ifTaken {
    case .keep:
      #expect(row.status(at: bench.store.now) == .succeeded)
      #expect(try await runs(bench) == [first, "often@1970-01-01T00:28:20Z"])
      // What was left out was not submitted.
      #expect(told.filter { $0.contains("runs: []") }.count == 1, "\(told)")
    case .replace:
      #expect(row.status(at: bench.store.now) == .cancelled)
      #expect(try await runs(bench) == [first, "often@1970-01-01T00:20:00Z"])
    }
  }

  @Test func aProcessWithoutRoomSubmitsRunsForOthers() async throws {
    let bench = Workbench(now: 0)
    let report = report(Calls())
    let slow = Workflow("slow") {
      Perform("wait") { (_: String) in try await bench.clock.sleep(for: .seconds(5000)) }
      Perform("end") { (_: Void) in "done" }.checkpoint()
    }
    let process = try bench.process(
      report.durable(),
      slow.durable(),
      options: DurableRunsOptions(maxConcurrentRuns: 1, pollInterval: .seconds(6 * 3600))
    )
    try await bench.run {
      try await process.schedule(report, named: "often", .every(.seconds(600)), input: "x")
      process.start()
      try await process.submit(slow, id: "slow", input: "x")
      try await bench.clock.sleep(for: .seconds(1300))
      await process.stop()
    }
    let found = try await runs(bench)
    #expect(found.contains("often@1970-01-01T00:20:00Z"), "\(found) \(bench.events)")
  }

  @Test func theInputOfARunMayBeItsTime() async throws {
    let bench = Workbench(now: 0)
    let calls = Calls()
    let report = Workflow("report") {
      Perform("write") { (time: ScheduledTime) in
        calls.add("\(time.schedule) \(time.time.timeIntervalSince1970)")
        return 1
      }
      .checkpoint()
    }
    let process = try bench.process(report.durable())
    try await bench.run {
      process.start()
      try await process.schedule(report, named: "hourly", .cron("@hourly", in: .gmt))
      try await bench.clock.sleep(for: .seconds(2 * 3600 + 60))
      await process.stop()
    }
    #expect(calls.all == ["hourly 3600.0", "hourly 7200.0"], "\(bench.events)")
  }

  @Test func aTimeZoneThatIsNotKnownIsToldAndTriedAgain() async throws {
    let bench = Workbench(now: 0)
    let report = report(Calls())
    let process = try bench.process(report.durable())
    let times = RunSchedule.Times.cron(
      try CronExpression("@daily"),
      timeZone: "Moon/Crater",
      rules: DaylightSavingRules()
    )
    let error = await #expect(throws: UnknownTimeZone.self) {
      try await process.schedule(report, named: "a", RunSchedule(times), input: "x")
    }
    #expect(error?.identifier == "Moon/Crater")
    // Another machine already knows this schedule.
    _ = try await bench.store.setSchedule(
      StoredSchedule(
        name: "a",
        workflow: "report",
        input: Data(),
        rule: JSONRunCodec().encode(RunSchedule(times)),
        next: 1000
      )
    )
    try await bench.run {
      process.start()
      try await bench.clock.sleep(for: .seconds(60))
      await process.stop()
    }
    #expect(bench.events.contains { $0.hasPrefix("scheduleFailed(schedule: \"a\"") })
    #expect(try await runs(bench) == [])
  }

  @Test func anEqualInputDoesNotReplaceASchedule() async throws {
    let bench = Workbench()
    let count = Workflow("count") { Perform("count") { (names: Set<String>) in names.count } }
    let runs = try bench.process(count.durable())
    let names = Set((0..<9).map { "name \($0)" })
    let rule = RunSchedule.every(.seconds(3600))
    #expect(try await runs.schedule(count, named: "counts", rule, input: names))
    let again = try names.inAnotherOrder()
    #expect(try await !runs.schedule(count, named: "counts", rule, input: again))
    #expect(try await runs.schedule(count, named: "counts", rule, input: names.union(["more"])))
    #expect(try await !runs.schedule(count, named: "counts", rule, input: again.union(["more"])))
  }
}
