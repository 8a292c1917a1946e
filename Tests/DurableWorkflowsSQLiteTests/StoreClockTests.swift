#if SQLite
@_spi(Stores) import DurableWorkflows
import Foundation
import TestSupport
import Testing

@testable import DurableWorkflowsSQLite

@Suite struct StoreClockTests {
  @Test func aClaimThatSkipsOwnRunsLeavesThemToTheirWorker() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    let store = try await open(folder.file("runs.sqlite"), clock)
    try await store.submit("run")
    _ = try await store.claim(by: "one")
    clock.advance(by: .seconds(61))
    var request = ClaimRequest(
      worker: "one",
      workflows: [WorkflowVersion("flow")],
      lease: .seconds(60)
    )
    request.skipsOwnRuns = true
    #expect(try await store.claim(request).runs.isEmpty)
    try await store.submit("next")
    request.limit = 2
    #expect(try await store.claim(request).runs.map(\.id) == ["next"])
    #expect(try await store.record("step", of: "run") == .kept(at: clock.now))
    clock.advance(by: .seconds(61))
    request.worker = "other"
    #expect(try await store.claim(request).runs.map(\.id).sorted() == ["next", "run"])
  }

  @Test func aTimeOfTheStoreThatWasSetByHandEndsNoProcess() {
    let process = Process()
    #expect(process.next(after: .max) == .max)
    process.machine.advance(by: .seconds(1))
    #expect(process.next(after: .min) == .max)
    #expect(Process().next(after: .min) >= .min)
  }

  private static let hour = Duration.seconds(3600)

  private func open(_ file: URL, _ machine: ManualClock) async throws -> SQLiteRunStore {
    try await SQLiteRunStore(at: file, clock: machine.machine)
  }

  /// The clock of a process, with the last time that is in its store.
  private final class Process {
    let machine: ManualClock
    let clock: StoreClock
    var stored = StoreClock.Stamp(time: 0, date: 0, uptime: 0, boot: "")

    init(boot: String = "first") {
      machine = ManualClock(boot: boot)
      clock = StoreClock(machine.machine)
    }

    /// Writes.
    func next() -> StoreTime {
      stored = clock.next(after: stored)
      return stored.time
    }

    func next(after time: StoreTime) -> StoreTime {
      clock.next(after: StoreClock.Stamp(time: time, date: 0, uptime: 0, boot: "first")).time
    }
  }

  @Test func theTimeOfANewStoreIsTheDate() {
    let process = Process()
    for step in [0, 5, 900, 1_000_000] {
      process.machine.advance(by: .milliseconds(step))
      #expect(process.next() == process.machine.now)
    }
  }

  @Test(arguments: [400 * 24, -400 * 24, 7, -7])
  func timePassesAsItDoesWhateverTheDateIs(hours: Int) {
    let process = Process()
    let before = process.next()
    process.machine.set(by: Self.hour * hours)
    #expect(process.next() == before)
    process.machine.advance(by: .seconds(5))
    #expect(process.next() == before + 5000)
    process.machine.set(by: .zero - Self.hour * hours)
    process.machine.advance(by: Self.hour)
    #expect(process.next() == before + 3_605_000)
    #expect(process.clock.shift == 0)
  }

  @Test func timePassesAsItDoesBetweenTwoProcesses() {
    let first = Process()
    let before = first.next()
    let second = Process()
    second.stored = first.stored
    second.machine.advance(by: .seconds(10))
    second.machine.set(by: Self.hour * 9600)
    #expect(second.next() == before + 10_000)
  }

  @Test(arguments: [(10, 10), (-10, 0), (0, 0)])
  func theDateTellsWhatHasPassedBetweenTwoStartsOfTheMachine(hours: Int, passed: Int) {
    let first = Process()
    let before = first.next()
    let second = Process(boot: "second")
    second.stored = first.stored
    second.machine.set(by: Self.hour * hours)
    #expect(second.next() == before + passed * 3_600_000)
    second.machine.set(by: Self.hour)
    second.machine.advance(by: .seconds(1))
    #expect(second.next() == before + passed * 3_600_000 + 1000)
  }

  @Test func itNeverGoesBack() {
    var random = SeededRandom(seed: 1)
    let process = Process()
    var last = 0
    for round in 0..<10_000 {
      process.machine.set(by: .milliseconds(Int.random(in: -50_000...50_000, using: &random)))
      process.machine.advance(by: .milliseconds(round % 3))
      let next = process.next()
      #expect(next >= last)
      last = next
    }
  }

  @Test func processesWhoseDatesDifferDoNotDriveEachOther() {
    let processes = [Process(), Process()]
    processes[1].machine.set(by: Self.hour)
    var stored = processes[0].stored
    for _ in 0..<10_000 {
      for process in processes {
        process.machine.advance(by: .milliseconds(10))
        process.stored = stored
        _ = process.next()
        stored = process.stored
      }
    }
    #expect(stored.time == processes[0].machine.now)
  }

  @Test func processesWhoseDatesDifferPlanOnceEach() {
    let processes = [Process(), Process()]
    processes[1].machine.set(by: Self.hour)
    var stored = processes[0].stored
    var planned = 0
    var count = 0
    for _ in 0..<100 {
      for process in processes {
        process.machine.advance(by: .milliseconds(10))
        process.stored = stored
        _ = process.next()
        stored = process.stored
        if process.clock.hasToPlan(at: stored, planned: planned) {
          planned = stored.shift
          count += 1
        }
      }
    }
    #expect(count <= 2)
  }

  @Test func aClockThatIsSetBackKeepsNothingFromEnding() async throws {
    let folder = try TemporaryFolder()
    let system = ManualClock()
    let file = folder.file("runs.sqlite")
    let store = try await open(file, system)
    try await store.submit("first")
    let first = try await store.claim(lease: .seconds(60))
    try await store.submit("later", delay: .seconds(60))
    system.set(by: .zero - Self.hour)
    // The same holds for a store that has not read the time before.
    let other = try await open(file, system)
    for store in [store, other] {
      let answer = try await store.claim()
      #expect(answer.runs.isEmpty)
      #expect(answer.now >= first.now)
    }
    let write = RunWrite(run: "first", epoch: 1, token: 1, changes: [], continuation: .keep)
    guard case .kept(at: let time) = try await other.commit(write) else {
      Issue.record("the write was refused")
      return
    }
    #expect(time >= first.now)
    system.advance(by: .seconds(70))
    let runs = try await other.claim(limit: 5).runs
    #expect(runs.map(\.id).sorted() == ["first", "later"])
    #expect(runs.map(\.row.epoch).sorted() == [1, 2])
  }

  @Test func noRecordIsBeforeThatOfAnotherProcess() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    let ahead = ManualClock()
    ahead.advance(by: Self.hour)
    let stores = [try await open(file, ManualClock()), try await open(file, ahead)]
    try await stores[0].submit("run")
    _ = try await stores[0].claim(lease: Self.hour * 2)
    var last = StoreTime.min
    for number in 1...200 {
      let store = stores[number % 2]
      guard case .kept(at: let time) = try await store.record("\(number)", token: number) else {
        Issue.record("a write was refused")
        return
      }
      #expect(time >= last)
      last = time
      ahead.advance(by: .milliseconds(number % 3))
    }
  }

  @Test func theTimeThatWasShownLastIsNotForgottenWhenNothingWasWritten() async throws {
    let folder = try TemporaryFolder()
    let system = ManualClock()
    let store = try await open(folder.file("runs.sqlite"), system)
    let first = try await store.now
    system.advance(by: Self.hour)
    let second = try await store.now
    #expect(second > first)
    system.set(by: .zero - Self.hour)
    #expect(try await store.now >= second)
    try await store.submit("run")
    #expect(try await store.load("run")?.submitted ?? 0 >= second)
  }
}
#endif
