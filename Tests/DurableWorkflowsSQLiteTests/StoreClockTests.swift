#if SQLite
import DurableWorkflows
import Foundation
import TestSupport
import Testing

@testable import DurableWorkflowsSQLite

@Suite struct StoreClockTests {
  @Test func aClaimThatSkipsOwnRunsLeavesThemToTheirWorker() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    let store = try await SQLiteRunStore(
      at: folder.file("runs.sqlite"),
      clock: { clock.now },
      lifetime: { clock.lifetime }
    )
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
    let clock = ManualClock()
    let storeClock = StoreClock({ clock.now }, lifetime: { clock.lifetime })
    #expect(storeClock.next(after: .max) == .max)
    clock.advance(by: .seconds(1))
    #expect(storeClock.next(after: .min) == .max)
  }

  private static let hour = Duration.seconds(3600)

  private func open(_ file: URL, _ system: ManualClock) async throws -> SQLiteRunStore {
    try await SQLiteRunStore(
      at: file,
      clock: { system.now },
      lifetime: { system.lifetime }
    )
  }

  /// The clock of a process on a machine with a separate system clock.
  private final class Process: Sendable {
    let system = ManualClock()
    let clock: StoreClock

    init() {
      let system = system
      clock = StoreClock({ system.now }, lifetime: { system.lifetime })
    }
  }

  @Test func itFollowsTheClockOfTheSystem() {
    let process = Process()
    for step in [0, 5, 900, 1_000_000] {
      process.system.advance(by: .milliseconds(step))
      #expect(process.clock.next(after: 0) == process.system.now)
    }
  }

  @Test func itGoesOnWhenTheClockOfTheSystemIsSetBack() {
    let process = Process()
    let before = process.clock.next(after: 0)
    process.system.advance(by: .zero - Self.hour)
    #expect(process.clock.next(after: before) == before)
    process.system.advance(by: .seconds(5))
    #expect(process.clock.next(after: before) == before + 5000)
    process.system.advance(by: .seconds(3600))
    #expect(process.clock.next(after: before) == before + 3_605_000)
  }

  @Test func itNeverGoesBack() {
    var random = SeededRandom(seed: 1)
    let process = Process()
    var last = 0
    for _ in 0..<10_000 {
      let step = Int.random(in: -50_000...50_000, using: &random)
      process.system.advance(by: .milliseconds(step))
      let next = process.clock.next(after: last)
      #expect(next >= last)
      last = next
    }
  }

  @Test func processesWhoseClocksDifferDoNotDriveEachOther() {
    let processes = [Process(), Process()]
    processes[1].system.advance(by: Self.hour)
    var stored = 0
    for _ in 0..<10_000 {
      for process in processes {
        process.system.advance(by: .milliseconds(10))
        stored = process.clock.next(after: stored)
      }
    }
    // The stored time is that of the clock that is ahead, and no later.
    #expect(stored == processes[1].system.now)
  }

  @Test func aClockThatIsSetBackKeepsNothingFromEnding() async throws {
    let folder = try TemporaryFolder()
    let system = ManualClock()
    let file = folder.file("runs.sqlite")
    let store = try await open(file, system)
    try await store.submit("first")
    let first = try await store.claim(lease: .seconds(60))
    try await store.submit("later", delay: .seconds(60))
    system.advance(by: .zero - Self.hour)
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
    system.advance(by: .zero - Self.hour)
    #expect(try await store.now >= second)
    try await store.submit("run")
    #expect(try await store.load("run")?.submitted ?? 0 >= second)
  }
}
#endif
