#if PostgreSQL
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation
import Futures
import TestSupport

extension Scenario {
  /// A run that ends each process which begins it, among others.
  static let poisonedRun = Scenario(name: "pg-poison", short: 2, long: 40) { trial in
    guard let server = try FaultyServer() else {
      say("note: left out: there is no PostgreSQL here")
      return
    }
    let bench = try await DurableBench(trial, DurablePlace(server.url))
    var workers = try (0..<4).map { _ in try bench.startWorker(.fewClaims) }
    for round in 0..<trial.rounds {
      try await bench.submit(6)
      try await bench.poison()
      try await bench.submit(6)
      let id = "poison \(bench.poisoned)"
      let end = ContinuousClock.now + .seconds(60)
      while ContinuousClock.now < end {
        for (index, worker) in workers.enumerated() where !worker.isRunning {
          trial.count("ends of a worker")
          workers[index] = try bench.startWorker(.fewClaims)
        }
        if case .setAside? = try await bench.store.load(id)?.state { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      guard case .setAside(let reason)? = try await bench.store.load(id)?.state else {
        trial.find("round \(round): the run was not set aside")
        break
      }
      trial.expect(reason.contains("\(TracedRun.fewClaims) times"), "round \(round): \(reason)")
      let poison = -1 - bench.poisoned
      let begun = try bench.log.lines().0.count { $0.run == poison && $0.step == "one" }
      trial.count("times begun", begun)
      trial.expect(begun <= TracedRun.fewClaims, "round \(round): it was begun \(begun) times")
      try await bench.check("round \(round)", within: .seconds(60))
    }
    for worker in workers { worker.kill() }
    try await bench.finish()
  }

  /// Four processes work on the runs of queues with limits, and one of them is killed.
  static let queuesOfServer = Scenario(name: "pg-queues", short: 2, long: 40) { trial in
    guard let server = try FaultyServer() else {
      say("note: left out: there is no PostgreSQL here")
      return
    }
    // A process that waits for a processor keeps its runs.
    let bench = try await DurableBench(trial, DurablePlace(server.url), lease: 3000)
    var workers = try (0..<4).map { _ in try bench.startWorker(.queues) }
    var random = trial.random()
    var last = 0
    for round in 0..<trial.rounds {
      try await bench.enqueue(last + 1...last + 120)
      last += 120
      usleep(.random(in: 0..<400_000, using: &random))
      let index = Int.random(in: 0..<4, using: &random)
      let killed = workers[index].identifier
      workers[index].kill()
      try bench.log.note(.ended(killed))
      trial.count("kills")
      workers[index] = try bench.startWorker(.queues)
      try await bench.untilAllHaveSucceeded(last, "round \(round)")
    }
    for worker in workers { worker.kill() }
    try await bench.examineQueues(last)
  }

  /// Processes that know of no limits, which the harness has to notice.
  static let queuesWithoutLimits = Scenario(
    name: "control-pg-queues",
    short: 1,
    long: 1,
    control: "were at work at the same time"
  ) { trial in
    guard let server = try FaultyServer() else {
      say("note: left out: there is no PostgreSQL here")
      return trial.find("none were at work at the same time")
    }
    let bench = try await DurableBench(trial, DurablePlace(server.url), lease: 3000)
    let workers = try (0..<2).map { _ in try bench.startWorker(.queuesWithoutLimits) }
    try await bench.enqueue(1...60)
    try await bench.untilAllHaveSucceeded(60, "control")
    for worker in workers { worker.kill() }
    try await bench.examineQueues(60)
  }
}

extension DurableBench {
  /// Whether a run is in the queue whose runs at work are limited, and not in the other one.
  private static func isLimited(_ run: Int) -> Bool { !run.isMultiple(of: 4) }

  fileprivate func enqueue(_ runs: ClosedRange<Int>) async throws {
    let submissions = runs.map { run in
      let queue = Self.isLimited(run) ? QueuedRun.limited : QueuedRun.paced
      return RunSubmission(
        id: "queued \(run)",
        workflow: "queued",
        input: Data("\(run)".utf8),
        place: QueuePlace(queue.name, priority: run % 3)
      )
    }
    try await persist { _ = try await store.submit(submissions) }
  }

  fileprivate func untilAllHaveSucceeded(_ count: Int, _ place: String) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end, try await store.counts()[.succeeded] != count {
      try await Task.sleep(for: .milliseconds(20))
    }
    let counts = try await store.counts()
    trial.expect(counts == [.succeeded: count], "\(place): \(counts)")
  }

  fileprivate func examineQueues(_ last: Int) async throws {
    trial.count("runs", last)
    let findings = QueuedRun.findings(try log.lines().0, limited: Self.isLimited)
    trial.count("at work at the same time", findings.most)
    trial.count("of one process", findings.mostOfAProcess)
    trial.count("begun twice", findings.twice.count)
    trial.count("processes", findings.processes.count)
    trial.expect(findings.most <= 3, "\(findings.most) runs were at work at the same time")
    trial.expect(findings.most >= 3, "the limit was never reached")
    trial.expect(findings.mostOfAProcess <= 2, "\(findings.mostOfAProcess) were of one process")
    trial.expect(findings.twice.isEmpty, "begun twice: \(findings.twice.sorted())")
    trial.expect(findings.processes.count > 1, "one process has worked alone")
    try await examineStarts((1...last).filter { !Self.isLimited($0) })
  }

  /// Looks whether too many runs have begun in a time, by the clock of the store.
  private func examineStarts(_ runs: [Int]) async throws {
    guard let rate = QueuedRun.paced.rate else { return }
    var starts: [Int] = []
    for run in runs {
      if let start = try await store.load("queued \(run)")?.started { starts.append(start) }
    }
    trial.expect(starts.count == runs.count, "\(starts.count) of \(runs.count) have begun")
    starts.sort()
    let window = Int(rate.window / .milliseconds(1))
    for (first, next) in zip(starts, starts.dropFirst(rate.starts)) where next - first < window {
      trial.find("\(rate.starts + 1) runs have begun within \(next - first) ms")
    }
  }
}
#endif
