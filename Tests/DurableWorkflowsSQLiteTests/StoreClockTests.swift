#if SQLite
import DurableWorkflows
import Foundation
import TestSupport
import Testing

@testable import DurableWorkflowsSQLite

@Suite struct StoreClockTests {
  private static let hour = Duration.seconds(3600)

  @Test func itFollowsTheClockOfTheSystem() {
    var clock = StoreClock(time: 0, ahead: 0)
    for time in [5, 5, 900, 1_000_000] {
      clock.advance(to: time)
      #expect(clock == StoreClock(time: time, ahead: 0))
    }
  }

  @Test func itGoesOnWhenTheClockOfTheSystemIsSetBack() {
    var clock = StoreClock(time: 0, ahead: 0)
    clock.advance(to: 10_000)
    clock.advance(to: 4000)
    #expect(clock == StoreClock(time: 10_000, ahead: 6000))
    clock.advance(to: 5000)
    #expect(clock == StoreClock(time: 10_900, ahead: 5900))
    // Until the two agree, which takes ten times as long as it was ahead.
    for time in stride(from: 6000, through: 65_000, by: 1000) { clock.advance(to: time) }
    #expect(clock == StoreClock(time: 65_000, ahead: 0))
  }

  @Test func itNeverGoesBack() {
    var random = SeededRandom(seed: 1)
    var clock = StoreClock(time: 0, ahead: 0)
    for _ in 0..<10_000 {
      let before = clock.time
      clock.advance(to: Int.random(in: 0...100_000, using: &random))
      #expect(clock.time >= before)
    }
  }

  @Test func aClockThatIsSetBackKeepsNothingFromEnding() async throws {
    let folder = try TemporaryFolder()
    let system = ManualClock()
    let file = folder.file("runs.sqlite")
    let store = try await SQLiteRunStore(at: file) { system.now }
    try await store.submit("first")
    let first = try await store.claim(lease: .seconds(60))
    try await store.submit("later", delay: .seconds(60))
    system.advance(by: .zero - Self.hour)
    // Also for a store that has not seen the time before.
    let other = try await SQLiteRunStore(at: file) { system.now }
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

  @Test func theTimeThatWasShownLastIsNotForgottenWhenNothingWasWritten() async throws {
    let folder = try TemporaryFolder()
    let system = ManualClock()
    let store = try await SQLiteRunStore(at: folder.file("runs.sqlite")) { system.now }
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
