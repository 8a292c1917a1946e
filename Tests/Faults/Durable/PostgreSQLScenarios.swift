#if PostgreSQL
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation
import Futures
import TestSupport

extension Scenario {
  /// What is done to durable runs in PostgreSQL, with four processes on one server, and to servers
  /// of App Links.
  static let postgresql: [Scenario] = [
    serverKills, serverStops, terminatedBackends, restartedServer, frozenServer, absentServer,
    serverClocks, serverClockJumps, blockedPoolOfServer, pausedNetwork, fullDiskOfServer,
    poisonedRun, queuesOfServer, queuesWithoutLimits, killedServers,
  ]

  /// Four workers, and what happens to them in each round while runs are submitted.
  static func fleet(
    _ name: String,
    short: Int,
    long: Int,
    clocks: [Int] = [0, 0, 0, 0],
    jumps: Bool = false,
    fault: @escaping @Sendable (Fleet, inout SeededRandom) async throws -> Void
  ) -> Scenario {
    Scenario(name: name, short: short, long: long) { trial in
      guard let server = try FaultyServer() else {
        say("note: left out: there is no PostgreSQL here")
        return
      }
      let bench = try await DurableBench(trial, DurablePlace(server.url))
      let fleet = Fleet(trial: trial, bench: bench, server: server)
      if jumps { fleet.clock = try SharedClock(in: trial.folder) }
      for clock in clocks {
        fleet.workers.append(try bench.startWorker(clockIsOffBy: clock, clock: fleet.clock))
      }
      var random = trial.random()
      for round in 0..<trial.rounds {
        try await bench.submit(8)
        usleep(UInt32.random(in: 0..<300_000, using: &random))
        try await fault(fleet, &random)
        try await bench.submit(4)
        try await bench.check("round \(round)", within: .seconds(60))
        for (index, worker) in fleet.workers.enumerated() where !worker.isRunning {
          trial.find("round \(round): a worker has failed")
          fleet.workers[index] = try bench.startWorker(clock: fleet.clock)
        }
      }
      for worker in fleet.workers { worker.kill() }
      try await bench.finish()
    }
  }

  /// SIGKILL at random moments.
  private static let serverKills = fleet("pg-kill", short: 8, long: 200) { fleet, random in
    let index = Int.random(in: 0..<4, using: &random)
    fleet.workers[index].kill()
    fleet.trial.count("kills")
    fleet.workers[index] = try fleet.bench.startWorker()
  }

  /// SIGSTOP for longer than the lease, and SIGCONT.
  private static let serverStops = fleet("pg-stop", short: 4, long: 200) { fleet, random in
    let stopped = fleet.workers[Int.random(in: 0..<4, using: &random)]
    stopped.send(SIGSTOP)
    fleet.trial.count("stops")
    let lease = UInt32(DurableBench.lease * 1000)
    usleep(.random(in: lease * 11 / 10..<lease * 3, using: &random))
    stopped.send(SIGCONT)
  }

  /// All connections but one are terminated, several times.
  private static let terminatedBackends = fleet("pg-terminate", short: 6, long: 200) {
    fleet,
    random in
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      fleet.trial.count("terminated", try await fleet.server.terminateBackends())
      usleep(.random(in: 0..<50_000, using: &random))
    }
  }

  /// `pg_ctl restart -m immediate`, as if the server had crashed.
  private static let restartedServer = fleet("pg-restart", short: 3, long: 200) { fleet, _ in
    try fleet.server.control("-m", "immediate", "restart")
    fleet.trial.count("restarts")
  }

  /// The processes of the server are stopped for longer than the lease, as on a paused machine.
  private static let frozenServer = fleet("pg-freeze", short: 2, long: 100) { fleet, random in
    let backends = try await fleet.server.backends()
    for backend in backends { Foundation.kill(backend, SIGSTOP) }
    let lease = UInt32(DurableBench.lease * 1000)
    usleep(.random(in: lease..<lease * 3, using: &random))
    for backend in backends { Foundation.kill(backend, SIGCONT) }
    fleet.trial.count("frozen", backends.count)
  }

  /// The server is away for ten seconds.
  private static let absentServer = fleet("pg-away", short: 1, long: 10) { fleet, _ in
    try fleet.server.control("-m", "immediate", "stop")
    try await Task.sleep(for: .seconds(10))
    try fleet.server.control("start")
    fleet.trial.count("seconds away", 10)
  }

  /// The clocks of the workers are hours apart, which nobody notices.
  private static let serverClocks = fleet(
    "pg-clocks",
    short: 2,
    long: 40,
    clocks: [-3600, 0, 0, 3600]
  ) { fleet, random in
    // One whose clock is right.
    let index = Int.random(in: 1...2, using: &random)
    fleet.workers[index].kill()
    fleet.trial.count("kills")
    fleet.workers[index] = try fleet.bench.startWorker()
  }

  /// The dates of the workers jump by years, and by time zones, and are set right again.
  private static let serverClockJumps = fleet("pg-clock-jumps", short: 4, long: 40, jumps: true) {
    fleet,
    random in
    let jump = [400 * 86_400, -400 * 86_400, 7 * 3600, -7 * 3600].randomElement(using: &random)
    try fleet.clock?.set(by: jump ?? 0)
    fleet.trial.count("jumps")
    try await fleet.bench.submit(4)
    usleep(.random(in: 100_000..<500_000, using: &random))
    try fleet.clock?.set(by: 0)
  }

  /// The steps of two processes block all threads for longer than the lease.
  private static let blockedPoolOfServer = Scenario(name: "pg-blocked-pool", short: 1, long: 10) {
    trial in
    guard let server = try FaultyServer() else {
      say("note: left out: there is no PostgreSQL here")
      return
    }
    try await DurableBench(trial, DurablePlace(server.url)).blockThreads()
    withExtendedLifetime(server) {}
  }
}
#endif
