#if PostgreSQL
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Foundation
import Futures
import TestSupport

extension Scenario {
  /// Two of four workers reach the server over a network that is cut off for longer than the lease.
  static let pausedNetwork = Scenario(name: "pg-cut-off", short: 3, long: 100) { trial in
    guard let server = try FaultyServer() else {
      say("note: left out: there is no PostgreSQL here")
      return
    }
    let folder = server.folder.appending(path: "relay")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = ".s.PGSQL.5432"
    let relay = try ChildProcess(
      ["relay", folder.appending(path: name).path, server.folder.appending(path: name).path]
    )
    relay.waitForOutput()
    let bench = try await DurableBench(trial, DurablePlace(server.url))
    let remote = DurablePlace(server.url(at: folder))
    let workers = try [nil, nil, remote, remote].map { try bench.startWorker(at: $0) }
    var random = trial.random()
    for round in 0..<trial.rounds {
      try await bench.submit(12)
      usleep(.random(in: 0..<100_000, using: &random))
      relay.send(SIGSTOP)
      try await bench.submit(4)
      let lease = UInt32(DurableBench.lease * 1000)
      usleep(.random(in: lease * 11 / 10..<lease * 4, using: &random))
      relay.send(SIGCONT)
      trial.count("times cut off")
      try await bench.submit(4)
      try await bench.check("round \(round)", within: .seconds(60))
      for worker in workers where !worker.isRunning {
        trial.find("round \(round): a worker has failed")
      }
    }
    for worker in workers { worker.kill() }
    relay.kill()
    try await bench.finish()
  }

  /// The disk of the server fills up while runs are worked on, and has room again later.
  ///
  /// The server may end when it cannot write its log; then it is started again.
  static let fullDiskOfServer = Scenario(name: "pg-full-disk", short: 2, long: 20) { trial in
    let disk = FaultyServer.newFolder()
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard try system("mount", "-t", "tmpfs", "-o", "size=256m,mode=755", "tmpfs", disk.path) else {
      say("note: left out: no disk can be mounted here")
      return
    }
    defer {
      _ = try? system("umount", "-l", disk.path)
      try? FileManager.default.removeItem(at: disk)
    }
    guard let server = try FaultyServer(in: disk.appending(path: "server")) else {
      say("note: left out: there is no PostgreSQL here")
      return
    }
    // While there is still the disk that it is on.
    defer { try? server.control("-m", "immediate", "stop") }
    let bench = try await DurableBench(trial, DurablePlace(server.url))
    let workers = try (0..<4).map { _ in try bench.startWorker() }
    let filler = disk.appending(path: "filler")
    var random = trial.random()
    for round in 0..<trial.rounds {
      try await bench.submit(10, ballast: 10_000)
      usleep(.random(in: 0..<100_000, using: &random))
      try Data().write(to: filler)
      fill(filler)
      let end = ContinuousClock.now + .milliseconds(DurableBench.lease * 3)
      var number = 0
      while ContinuousClock.now < end {
        number += 1
        let place = QueuePlace("nobody's", key: "\(round) \(number)")
        let run = RunSubmission(
          id: "large \(round) \(number)",
          workflow: "large",
          // What does not become smaller where it is compressed.
          input: Data((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }),
          place: place
        )
        do {
          _ = try await bench.store.submit(run)
          trial.count("kept although full")
        } catch let error as PostgreSQLError {
          trial.count(error.sqlState == "53100" ? "refused" : "not answered")
        }
        // It waits for a server that is away.
        if try !server.isRunning { break }
      }
      try FileManager.default.removeItem(at: filler)
      if try !server.isRunning {
        trial.count("ends of the server")
        try server.control("start")
      }
      try await bench.persist { _ = try await bench.removeLarge(round, number) }
      try await bench.check("round \(round)", within: .seconds(60))
      for worker in workers where !worker.isRunning {
        trial.find("round \(round): a worker has failed")
      }
    }
    for worker in workers { worker.kill() }
    try await bench.finish()
    let noticed = trial.total("refused") + trial.total("not answered")
    trial.expect(noticed > 0, "the disk was never full")
  }
}

extension DurableBench {
  /// Cancels what has filled the disk, and removes it.
  fileprivate func removeLarge(_ round: Int, _ count: Int) async throws {
    for number in 1...max(1, count) { _ = try await store.cancel("large \(round) \(number)") }
  }
}
#endif
