#if SQLite
@_spi(Stores) import DurableWorkflows
import Foundation
import Futures
import TestSupport
import Testing
import Workflows

@testable import DurableWorkflowsSQLite

/// Durable runs on a machine whose date is set, and set right again.
@Suite(.timeLimit(.minutes(10)))
struct SetDateTests {
  private static let hour = 3_600_000
  private static let day = 24 * hour

  /// How far off the date is for a while, in hours: by years, and by a time zone.
  static let errors = [400 * 24, -400 * 24, 7, -7]

  private static let approval = Signal<Int>("approval")

  private final class Count: Sendable {
    let value = Locked(0)
  }

  private final class Bench: Sendable {
    let machine = ManualClock()
    let store: SQLiteRunStore
    let runs: DurableRuns
    let start: StoreTime
    let waiting: Workflow<Int, Int>
    let calling: Workflow<Int, Int>
    let asking: Workflow<Int, Int>
    private let parked = Count()

    init(_ folder: TemporaryFolder) async throws {
      start = machine.now
      let date = Date(timeIntervalSince1970: Double(start + day) / 1000)
      waiting = Workflow("waiting") {
        Perform("begin") { (number: Int) in number }.checkpoint()
        Wait(until: date)
        Perform("end") { (number: Int) in number + 1 }.checkpoint()
      }
      calling = Workflow("calling") { (number: Int, run: Steps) in
        let now = try await run.now
        try await run.wait(until: date)
        return number + Int((date.timeIntervalSince(now) / 3600).rounded())
      }
      asking = Workflow("asking") {
        Perform("begin") { (number: Int) in number }.checkpoint()
        WaitForSignal(approval, timeout: .milliseconds(3 * day))
        Perform("end") { (number: Int, approval: Int) in number + approval }.checkpoint()
      }
      store = try await SQLiteRunStore(
        at: folder.file("runs.sqlite"),
        options: SQLiteRunStoreOptions(durability: .normal),
        clock: machine.machine
      )
      runs = try DurableRuns(
        store: RunStore(store),
        workflows: [waiting.durable(), calling.durable(), asking.durable()],
        options: DurableRunsOptions(pollInterval: .milliseconds(2)),
        onEvent: { [parked] in if case .parked = $0 { parked.value.withLock { $0 += 1 } } }
      )
    }

    /// Waits until runs have been parked so often.
    func isParked(times: Int = 1) async {
      while parked.value.withLock({ $0 }) < times { await Task.yield() }
    }

    /// Lets a process of the store notice the date.
    func claim() async throws {
      _ = try await store.claim(
        ClaimRequest(worker: "other", workflows: [WorkflowVersion("none")], lease: .seconds(60))
      )
    }

    /// Sets the date, lets two seconds pass, and sets it right.
    func mistake(hours: Int) async throws {
      machine.set(by: .milliseconds(hours * hour))
      try await claim()
      machine.advance(by: .seconds(2))
      try await claim()
      machine.set(by: .milliseconds(-hours * hour))
      try await claim()
    }

    /// The time until which a run is parked, from the present one.
    func pause(of run: String) async throws -> Int? {
      guard case .ready(at: let due?) = try await store.load(run)?.state else { return nil }
      return due - (try await store.now)
    }

    /// Whether a run is parked until a date, but for the time that its steps take.
    func isDue(_ run: String, at date: StoreTime) async throws -> Bool {
      try await pause(of: run).map { abs(machine.now + $0 - date) < 2000 } ?? false
    }
  }

  @Test(arguments: errors)
  func aWaitForADateThatBeginsAfterwardEndsAtTheDate(hours: Int) async throws {
    let folder = try TemporaryFolder()
    let bench = try await Bench(folder)
    bench.runs.start()
    try await bench.mistake(hours: hours)
    let run = try await bench.runs.submit(bench.waiting, id: "run", input: 1)
    await bench.isParked()
    #expect(try await bench.isDue("run", at: bench.start + Self.day))
    bench.machine.advance(by: .milliseconds(Self.day - 2000))
    #expect(try await run.value == 2)
    await bench.runs.stop()
  }

  @Test(arguments: errors.filter { $0 < 24 }, [false, true])
  func aWaitThatBeganWhileTheDateWasWrongEndsAtTheDate(hours: Int, ofCall: Bool) async throws {
    let folder = try TemporaryFolder()
    let bench = try await Bench(folder)
    bench.runs.start()
    try await bench.claim()
    bench.machine.set(by: .milliseconds(hours * Self.hour))
    try await bench.claim()
    let workflow = ofCall ? bench.calling : bench.waiting
    let run = try await bench.runs.submit(workflow, id: "run", input: 1)
    await bench.isParked()
    #expect(try await bench.isDue("run", at: bench.start + Self.day))
    bench.machine.set(by: .milliseconds(-hours * Self.hour))
    try await bench.claim()
    await bench.isParked(times: 2)
    #expect(try await bench.isDue("run", at: bench.start + Self.day))
    bench.machine.advance(by: .milliseconds(Self.day))
    // A function has the date as its time.
    #expect(try await run.value == (ofCall ? 25 - hours : 2))
    await bench.runs.stop()
  }

  @Test(arguments: errors)
  func anApprovalHasItsDays(hours: Int) async throws {
    let folder = try TemporaryFolder()
    let bench = try await Bench(folder)
    bench.runs.start()
    let before = try await bench.runs.submit(bench.asking, id: "before", input: 1)
    await bench.isParked()
    try await bench.mistake(hours: hours)
    #expect(try await bench.pause(of: "before") == 3 * Self.day - 2000)
    let after = try await bench.runs.submit(bench.asking, id: "after", input: 2)
    await bench.isParked(times: 2)
    bench.machine.advance(by: .milliseconds(3 * Self.day - 3000))
    try await bench.claim()
    for run in [before, after] { try await run.send(10, to: Self.approval) }
    #expect(try await before.value == 11)
    #expect(try await after.value == 12)
    await bench.runs.stop()
  }

  @Test func aWaitThatHasEndedStaysEnded() async throws {
    let folder = try TemporaryFolder()
    let bench = try await Bench(folder)
    bench.runs.start()
    _ = try await bench.runs.submit(bench.waiting, id: "run", input: 1)
    await bench.isParked()
    // Nobody goes on with the run before the date is right again.
    await bench.runs.stop()
    try await bench.mistake(hours: 400 * 24)
    #expect(try await bench.pause(of: "run") ?? 1 <= 0)
    let now = try await bench.store.now
    let waits = try #require(await bench.store.load("run")).waits
    #expect(waits.count == 1 && waits.values.allSatisfy { $0 <= now })
  }

  @Test(arguments: errors)
  func aScheduleFollowsTheDate(hours: Int) async throws {
    let folder = try TemporaryFolder()
    let bench = try await Bench(folder)
    bench.runs.start()
    // The clock begins at 22:13:20.
    let schedule = try RunSchedule.cron("30 2 * * *", in: .gmt)
    try await bench.runs.schedule(bench.asking, named: "nightly", schedule, input: 1)
    let next = bench.start + (4 * 3600 + 16 * 60 + 40) * 1000
    #expect(try await bench.runs.schedules().map(\.next) == [next])
    try await bench.mistake(hours: hours)
    while try await bench.runs.schedules().map(\.next) != [next] { await Task.yield() }
    bench.machine.advance(by: .milliseconds(next - bench.machine.now))
    let run = try bench.runs.run(of: bench.asking, id: "nightly@2023-11-15T02:30:00Z")
    while try await run.status == nil { await Task.yield() }
    try await run.send(10, to: Self.approval)
    #expect(try await run.value == 11)
    await bench.runs.stop()
  }
}
#endif
