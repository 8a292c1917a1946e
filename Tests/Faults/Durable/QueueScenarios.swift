#if SQLite || PostgreSQL
@_spi(Stores) import DurableWorkflows
import Foundation
import Futures
import TestSupport

extension Scenario {
  /// Four processes work on the runs of queues with limits, also on children and in two partitions.
  ///
  /// One of them is killed, one is stopped for a while, and the queue is paused meanwhile, or has
  /// another limit.
  static func keepLimits(_ trial: Trial, _ place: DurablePlace) async throws {
    // A process that waits for a processor, or is stopped, keeps its runs.
    let bench = try await DurableBench(trial, place, lease: 3000)
    var workers = try (0..<4).map { _ in try bench.startWorker(.queues) }
    var random = trial.random()
    var last = 0
    for round in 0..<trial.rounds {
      try await bench.enqueue(last + 1...last + 120)
      last += 120
      usleep(.random(in: 0..<200_000, using: &random))
      let index = Int.random(in: 0..<4, using: &random)
      let stopped = workers[(index + 1) % 4]
      try await bench.changeLimit(to: round.isMultiple(of: 2) ? 0 : 1) {
        // While it is stopped, it may hold the lock of a file.
        stopped.send(SIGSTOP)
        usleep(.random(in: 0..<300_000, using: &random))
        stopped.send(SIGCONT)
        let killed = workers[index].identifier
        workers[index].kill()
        try bench.log.note(.ended(killed))
        trial.count("kills")
        workers[index] = try bench.startWorker(.queues)
      }
      try await bench.untilAllHaveSucceeded(last, "round \(round)")
    }
    for worker in workers { worker.kill() }
    try await bench.examineQueues(last)
  }
}

extension DurableBench {
  /// The place of a run in the queue whose runs at work are limited; `nil` if it is in the other
  /// one.
  private static func limitedPlace(of run: Int) -> QueuePlace? {
    run.isMultiple(of: 4) ? nil : QueuedRun.limitedPlace(of: run)
  }

  /// Whether another run, without a queue, has the run as a child.
  private static func isChild(_ run: Int) -> Bool { run % 4 == 1 }

  func enqueue(_ runs: ClosedRange<Int>) async throws {
    let submissions = runs.map { run in
      let place = Self.limitedPlace(of: run) ?? QueuePlace(QueuedRun.paced.name, priority: run % 3)
      let isChild = Self.isChild(run)
      return RunSubmission(
        id: "queued \(run)",
        workflow: isChild ? "parent" : "queued",
        input: Data("\(run)".utf8),
        place: isChild ? nil : place
      )
    }
    try await persist { _ = try await store.submit(submissions) }
  }

  func untilAllHaveSucceeded(_ count: Int, _ place: String) async throws {
    let all = count + (1...count).count(where: Self.isChild)
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end, try await store.counts()[.succeeded] != all {
      try await Task.sleep(for: .milliseconds(20))
    }
    let counts = try await store.counts()
    trial.expect(counts == [.succeeded: all], "\(place): \(counts)")
  }

  func examineQueues(_ last: Int) async throws {
    trial.count("runs", last)
    let findings = QueuedRun.findings(try log.lines().0, place: Self.limitedPlace)
    trial.count("at work at the same time", findings.most)
    trial.count("of one process", findings.mostOfAProcess)
    trial.count("begun twice", findings.twice.count)
    trial.count("processes", findings.processes.count)
    let most = "\(findings.most) of a partition were at work at the same time"
    trial.expect(findings.most <= 3, most)
    trial.expect(findings.most >= 3, "the limit was never reached")
    trial.expect(findings.mostOfAProcess <= 2, "\(findings.mostOfAProcess) were of one process")
    trial.expect(findings.twice.isEmpty, "begun twice: \(findings.twice.sorted())")
    trial.expect(findings.processes.count > 1, "one process has worked alone")
    try await examineStarts((1...last).filter { Self.limitedPlace(of: $0) == nil })
  }

  /// Pauses the queue with the limit, or gives it another one, for a while in which no run may
  /// begin that is one too many.
  ///
  /// - Parameters:
  ///   - limit: How many runs may run; 0 to pause the queue.
  ///   - body: What happens to the processes meanwhile.
  /// - Throws: An error of the store, or of `body`.
  func changeLimit(to limit: Int, while body: () throws -> Void) async throws {
    let queue = QueuedRun.limited.name
    try await persist {
      if limit == 0 { try await runs.pause(queue: queue) }
      if limit > 0 { try await runs.limit(queue: queue, to: limit) }
    }
    var running = try await running(in: queue)
    try body()
    let end = ContinuousClock.now + .milliseconds(500)
    while ContinuousClock.now < end {
      let now = try await self.running(in: queue)
      let isKept = now <= max(running, limit * QueuedRun.partitions)
      trial.expect(isKept, "\(now) ran at a limit of \(limit), \(running) before")
      running = now
      trial.count("looks at a changed limit")
    }
    try await persist {
      try await runs.resume(queue: queue)
      try await runs.limit(queue: queue, to: nil)
    }
  }

  private func running(in queue: String) async throws -> Int {
    try await persist { try await runs.queues() }.first { $0.name == queue }?.running ?? 0
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
