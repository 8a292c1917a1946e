#if SQLite
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import Futures
import TestSupport

extension Scenario {
  /// What is done to durable runs in a file of SQLite.
  static let durable = [
    killedRuns, stoppedWorker, crowdOnOneFile, blockedPool, fullDiskOfRuns, clocksApart,
    jumpingClocks, madeUpKeys, noWorker, queuesOfFile,
  ]

  /// Four processes work on the runs of queues with limits.
  private static let queuesOfFile = Scenario(name: "queues", short: 2, long: 40) { trial in
    let file = trial.folder.appending(path: "runs.sqlite")
    try await keepLimits(trial, DurablePlace(file.path))
  }

  /// SIGKILL at random moments, several times in a row, while runs are submitted and worked on.
  private static let killedRuns = Scenario(name: "kill-runs", short: 10, long: 200) { trial in
    let bench = try await DurableBench(trial)
    var random = trial.random()
    var worker = try bench.startWorker()
    for round in 0..<trial.rounds {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        try await bench.submit(4)
        usleep(UInt32.random(in: 0..<400_000, using: &random))
        trial.expect(worker.isRunning, "round \(round): the worker has failed")
        worker.kill()
        trial.count("kills")
        worker = try bench.startWorker()
      }
      try await bench.check("round \(round)")
    }
    worker.kill()
    try await bench.finish()
  }

  /// SIGSTOP for longer than the lease, while another process takes the runs over, and SIGCONT.
  private static let stoppedWorker = Scenario(name: "stop-worker", short: 4, long: 40) { trial in
    let bench = try await DurableBench(trial)
    var random = trial.random()
    for round in 0..<trial.rounds {
      let stopped = try bench.startWorker()
      try await bench.submit(8)
      // Started before the stop: who is stopped within a transaction keeps the file locked for all.
      let other = try bench.startWorker()
      try await bench.submit(8)
      usleep(UInt32.random(in: 0..<100_000, using: &random))
      stopped.send(SIGSTOP)
      trial.count("stops")
      // Every other time, it wakes while the other one is at work.
      let lease = UInt32(DurableBench.lease * 1000)
      let isEarly = !round.isMultiple(of: 2)
      usleep(isEarly ? .random(in: lease..<lease * 8 / 5, using: &random) : lease * 3)
      stopped.send(SIGCONT)
      try await bench.check("round \(round)")
      other.kill()
      try await bench.submit(4)
      try await bench.check("round \(round), alone")
      trial.expect(stopped.isRunning, "round \(round): the worker that was stopped has failed")
      stopped.kill()
    }
    try await bench.finish()
    // A worker may have nothing to lose when it is stopped.
    let losses = trial.total("lost leases")
    trial.expect(losses > 0 || trial.rounds < 10, "no worker has noticed that it was replaced")
  }

  /// Four processes on one file, which submit and work at the same time.
  private static let crowdOnOneFile = Scenario(name: "four-workers", short: 2, long: 20) { trial in
    let bench = try await DurableBench(trial, lease: 5000)
    let workers = try (0..<4).map { _ in try bench.startWorker() }
    for round in 0..<trial.rounds {
      try await bench.submit(100)
      try await bench.check("round \(round)", within: .seconds(60))
    }
    for worker in workers { worker.kill() }
    try await bench.finish()
    let processes = Set(try bench.log.lines().0.map(\.process)).count
    trial.count("processes", processes)
    trial.expect(processes == 4, "\(processes) processes have worked")
  }

  /// Two processes whose steps block all threads for longer than the lease.
  private static let blockedPool = Scenario(name: "blocked-pool", short: 1, long: 10) { trial in
    try await DurableBench(trial).blockThreads()
  }

  /// A disk of its own that fills up while runs are worked on, and has room again later.
  private static let fullDiskOfRuns = Scenario(
    name: "full-disk-runs",
    short: 4,
    long: 40
  ) { trial in
    let disk = trial.folder.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard try system("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.path) else {
      say("note: left out: no disk can be mounted here")
      return
    }
    defer { _ = try? system("umount", "-l", disk.path) }
    let filler = disk.appending(path: "filler")
    var random = trial.random()
    for round in 0..<trial.rounds {
      let folder = disk.appending(path: "\(round)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: trial.folder.appending(path: "log"))
      let bench = try await DurableBench(trial, in: folder)
      let worker = try bench.startWorker()
      try await bench.submit(10, ballast: 10_000)
      usleep(UInt32.random(in: 0..<200_000, using: &random))
      try Data().write(to: filler)
      fill(filler)
      let end = ContinuousClock.now + .milliseconds(DurableBench.lease * 3 / 2)
      while ContinuousClock.now < end {
        do {
          try await bench.submit(1, ballast: 200_000)
          trial.count("kept although full")
        } catch let error as SQLiteRunStoreError {
          trial.count("refused")
          trial.expect(error.reason == .full, "round \(round): \(error)")
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      try FileManager.default.removeItem(at: filler)
      try await bench.check("round \(round)")
      trial.expect(worker.isRunning, "round \(round): the worker has failed")
      worker.kill()
      try await bench.finish()
      try? FileManager.default.removeItem(at: folder)
    }
    trial.expect(trial.total("refused") > 0, "the disk was never full")
  }

  /// Processes whose clocks are an hour apart, one of which is killed in each round.
  private static let clocksApart = Scenario(name: "clocks-apart", short: 4, long: 40) { trial in
    let bench = try await DurableBench(trial)
    var random = trial.random()
    let offsets = [-3600, 3600, 0]
    var workers = try offsets.map { try bench.startWorker(clockIsOffBy: $0) }
    for round in 0..<trial.rounds {
      try await bench.submit(12)
      usleep(UInt32.random(in: 0..<300_000, using: &random))
      let index = Int.random(in: 0..<workers.count, using: &random)
      workers[index].kill()
      trial.count("kills")
      try await bench.check("round \(round)")
      workers[index] = try bench.startWorker(clockIsOffBy: offsets[index])
    }
    let ahead = try await bench.store.now - Int(Date().timeIntervalSince1970 * 1000)
    trial.count("hours by which the store is ahead", ahead / 3_600_000)
    for worker in workers { worker.kill() }
    try await bench.finish()
  }

  /// A machine whose date jumps by years, and by time zones, and is set right again, while one of
  /// its processes is killed.
  private static let jumpingClocks = Scenario(name: "clock-jumps", short: 4, long: 40) { trial in
    let bench = try await DurableBench(trial)
    let clock = try SharedClock(in: trial.folder)
    var random = trial.random()
    var workers = try (0..<2).map { _ in try bench.startWorker(clock: clock) }
    for round in 0..<trial.rounds {
      let place = "round \(round)"
      let jump = [400 * 86_400, -400 * 86_400, 7 * 3600, -7 * 3600][round % 4]
      _ = try await bench.runs.schedule(ClockRuns.tick, named: "tick \(round)", .every(.seconds(1)))
      _ = try await bench.runs.submit(ClockRuns.ask, id: "before \(round)", input: round)
      try await bench.submit(6)
      usleep(UInt32.random(in: 0..<300_000, using: &random))
      try clock.set(by: jump)
      trial.count("jumps")
      _ = try await bench.runs.submit(ClockRuns.ask, id: "meanwhile \(round)", input: round)
      try await bench.submit(6)
      usleep(UInt32.random(in: 300_000..<1_000_000, using: &random))
      if round.isMultiple(of: 3) {
        workers[0].kill()
        trial.count("kills")
        workers[0] = try bench.startWorker(clock: clock)
      }
      try clock.set(by: 0)
      try await bench.checkTick(place)
      _ = try await bench.runs.removeSchedule("tick \(round)")
      for name in ["before", "meanwhile"] { try await bench.checkAsk("\(name) \(round)", place) }
      try await bench.check(place)
    }
    for worker in workers { worker.kill() }
    try await bench.finish()
  }

  /// A process that does not use the keys that it is given, which the harness has to notice.
  private static let madeUpKeys = Scenario(
    name: "control-keys",
    short: 1,
    long: 1,
    control: "under 2 keys"
  ) { trial in
    let bench = try await DurableBench(trial)
    let first = try bench.startWorker(.madeUpKeys)
    try await bench.submit(1)
    while first.isRunning { usleep(10_000) }
    let second = try bench.startWorker(.madeUpKeys)
    try await bench.check("control")
    second.kill()
  }

  /// Runs that nobody works on, which the harness has to notice.
  private static let noWorker = Scenario(
    name: "control-stuck",
    short: 1,
    long: 1,
    control: "are stuck"
  ) { trial in
    let bench = try await DurableBench(trial)
    try await bench.submit(2)
    try await bench.check("control", within: .milliseconds(300))
  }
}
#endif
