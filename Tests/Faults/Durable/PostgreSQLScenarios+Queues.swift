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

  /// Four processes work on the runs of queues with limits.
  static let queuesOfServer = Scenario(name: "pg-queues", short: 2, long: 40) { trial in
    guard let server = try FaultyServer() else {
      say("note: left out: there is no PostgreSQL here")
      return
    }
    try await keepLimits(trial, DurablePlace(server.url))
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
#endif
