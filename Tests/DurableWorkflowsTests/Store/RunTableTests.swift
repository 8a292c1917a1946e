import Testing

import Workflows

@_spi(Stores) @testable import DurableWorkflows

@Suite struct RunTableTests {
  private func claim(_ table: inout RunTable) throws -> RunTable.Claim {
    let claim = table.claim()
    return try #require(claim)
  }

  // The macro does not accept calls that change the table.
  private func expect<Answer: Equatable>(
    _ answer: Answer,
    _ expected: Answer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answer == expected, sourceLocation: sourceLocation)
  }

  @Test func theSameSubmissionIsTheSameRun() {
    var table = RunTable()
    expect(table.submit("run", input: 1), .new)
    expect(table.submit("run", input: 1), .same)
    expect(table.submit("run", input: 2), .otherInput)
    #expect(table.runs["run"]?.input == 1)
  }

  @Test func aRunBelongsToOneWorkerUntilItsLeaseEnds() throws {
    var table = RunTable()
    _ = table.submit("run", input: 1)
    let first = try claim(&table)
    expect(table.claim(), nil)
    table.advance(to: 20)
    _ = table.renew("run", epoch: first.row.epoch)
    table.advance(to: RunTable.lease)
    expect(table.claim(), nil)
    table.advance(to: 20 + RunTable.lease)
    let second = try claim(&table)
    #expect(second.row.epoch > first.row.epoch)
    expect(table.renew("run", epoch: first.row.epoch), .lost)
    let path = RecordPath.root.appending("a")
    let record = RunChange.record(path, 1, isCompensated: false)
    expect(table.commit("run", epoch: first.row.epoch, token: 1, [record], .keep), .lost)
    #expect(table.runs["run"]?.records.isEmpty == true)
  }

  @Test func aLateWorkerThatNobodyHasReplacedMayWrite() throws {
    var table = RunTable()
    _ = table.submit("run", input: 1)
    let claim = try claim(&table)
    table.advance(to: 10 * RunTable.lease)
    let end = RunContinuation.end(.value(1))
    guard case .kept = table.commit("run", epoch: claim.row.epoch, token: 1, [], end) else {
      Issue.record("the write was refused")
      return
    }
    expect(table.claim(), nil)
  }

  @Test func aRunThatEndsItsWorkersIsSetAside() throws {
    var table = RunTable(claimLimit: 3)
    _ = table.submit("run", input: 1)
    _ = table.submit("other", input: 1)
    for _ in 0..<3 {
      let claims = [table.claim(), table.claim()].compactMap(\.self)
      let other = try #require(claims.first { $0.run == "other" })
      // The other run makes progress each time.
      let change = RunChange.record(.root.appending("\(table.now)"), 1, isCompensated: false)
      _ = table.commit("other", epoch: other.row.epoch, token: 1, [change], .keep)
      // Neither the start of a step nor the name of a span counts as progress.
      let begin = RunChange.begin(.root.appending("a"))
      let span = RunChange.record(RecordPath("/%trace"), 1, isCompensated: false)
      let epoch = try #require(claims.first { $0.run == "run" }).row.epoch
      _ = table.commit("run", epoch: epoch, token: 1, [begin, span], .keep)
      table.advance(to: table.now + RunTable.lease)
    }
    expect(table.claim()?.run, "other")
    expect(table.claim(), nil)
    #expect(table.runs["run"]?.status(at: table.now) == .setAside)
  }

  @Test func aRunThatIsGivenBackIsReadyAtOnce() throws {
    var table = RunTable(claimLimit: 1)
    _ = table.submit("run", input: 1)
    for _ in 0..<3 {
      let claim = try claim(&table)
      table.release("run", epoch: claim.row.epoch)
      table.release("run", epoch: claim.row.epoch - 1)
    }
    #expect(table.runs["run"]?.state == .ready(at: 0))
  }

  @Test func aSenderLearnsWhatBecomesOfASignal() throws {
    var table = RunTable()
    expect(table.send(1, to: "go", of: "run"), .unknown)
    _ = table.submit("run", input: 1)
    expect(table.send(1, to: "go", of: "run"), .kept)
    expect(table.send(2, to: "go", of: "run"), .taken)
    #expect(table.runs["run"]?.signals["go"]?.value == 1)
    let claim = try claim(&table)
    _ = table.commit("run", epoch: claim.row.epoch, token: 1, [], .end(.value(1)))
    expect(table.send(3, to: "stop", of: "run"), .ended)
  }

  @Test func aRunIsCancelledOnce() throws {
    var table = RunTable()
    expect(table.cancel("run"), .unknown)
    _ = table.submit("waiting", input: 1)
    expect(table.cancel("waiting"), .cancelled)
    expect(table.cancel("waiting"), .refused)
    _ = table.submit("run", input: 1)
    let claim = try claim(&table)
    expect(table.cancel("run"), .requested)
    let end = RunContinuation.end(.value(1))
    guard case .cancelled = table.commit("run", epoch: claim.row.epoch, token: 1, [], end) else {
      Issue.record("the run has ended")
      return
    }
    _ = table.commit("run", epoch: claim.row.epoch, token: 2, [.undo(.cancelled)], .keep)
    expect(table.cancel("run"), .refused)
  }

  @Test func aWriteIsNotRepeated() throws {
    var table = RunTable()
    _ = table.submit("run", input: 1)
    let epoch = try claim(&table).row.epoch
    let changes = [RunChange.begin(.root.appending("a"))]
    let first = table.commit("run", epoch: epoch, token: 1, changes, .keep)
    expect(table.commit("run", epoch: epoch, token: 1, changes, .keep), first)
    _ = table.commit("run", epoch: epoch, token: 2, [], .park(Wake(pause: 5)))
    guard case .kept = table.commit("run", epoch: epoch, token: 2, [], .park(Wake(pause: 5))) else {
      Issue.record("the worker takes its own write for lost")
      return
    }
  }

  @Test func aSignalBetweenTheLookAndTheWriteWakesTheRun() throws {
    var table = RunTable()
    _ = table.submit("run", input: 1)
    let epoch = try claim(&table).row.epoch
    _ = table.send(1, to: "go", of: "run")
    _ = table.commit("run", epoch: epoch, token: 1, [], .park(Wake(signals: ["go"])))
    _ = try claim(&table)
  }
}
