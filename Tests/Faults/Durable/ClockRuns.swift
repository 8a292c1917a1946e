#if SQLite || PostgreSQL
import DurableWorkflows
import Foundation
import TestSupport
import Workflows

/// Runs that wait for times.
enum ClockRuns {
  /// A run of a schedule.
  static let tick = Workflow("tick") {
    Perform("tick") { (time: ScheduledTime) in time.time.timeIntervalSince1970 }.checkpoint()
  }

  /// A run with a time limit that is far away.
  static let ask = Workflow("ask") {
    Perform("ask") { (number: Int) in number }.checkpoint()
    WaitForSignal(TracedRun.go, timeout: .seconds(3600))
    Perform("answered") { (number: Int, _: Int) in number }.checkpoint()
  }

  static let workflows = [tick.durable(), ask.durable()]
}

/// A clock of processes, whose date a scenario sets while they run.
final class SharedClock {
  let file: URL

  init(in folder: URL) throws {
    file = folder.appending(path: "clock")
    try set(by: 0)
  }

  /// Sets the date, which is off by a number of seconds then.
  func set(by seconds: Int) throws {
    let bytes = withUnsafeBytes(of: seconds) { Data($0) }
    if !FileManager.default.fileExists(atPath: file.path) { return try bytes.write(to: file) }
    // Not another file, because processes have mapped this one.
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.write(contentsOf: bytes)
  }
}

extension DurableBench {
  /// Waits until the schedule has submitted a run for about now.
  func checkTick(_ place: String) async throws {
    let end = ContinuousClock.now + .seconds(15)
    while ContinuousClock.now < end {
      let runs = try await runs.list(RunQuery(statuses: [.succeeded], workflow: "tick", limit: 20))
      for run in runs {
        let time = try await self.runs.run(of: ClockRuns.tick, id: run.id).value
        if abs(time - Date().timeIntervalSince1970) < 3 { return trial.count("ticks in time") }
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    trial.find("\(place): the schedule does not follow the date")
  }

  /// Sends what a run with a distant time limit waits for, which must not be over.
  func checkAsk(_ id: String, _ place: String) async throws {
    let run = try runs.run(of: ClockRuns.ask, id: id)
    do {
      try await run.send(1, to: TracedRun.go)
      _ = try await run.value
      trial.count("answers in time")
    } catch {
      trial.find("\(place): \(error)")
    }
  }
}
#endif
