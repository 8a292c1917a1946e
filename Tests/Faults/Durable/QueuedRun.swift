#if SQLite || PostgreSQL
import DurableWorkflows
import Foundation
import Workflows

/// A workflow whose runs are in queues, and which writes down when it is at work.
struct QueuedRun: Sendable {
  static let limited = RunQueue("limited", maxConcurrentRuns: 3, maxConcurrentRunsPerProcess: 2)
  /// The number of partitions of the queue whose runs at work are limited.
  static let partitions = 2
  static let paced = RunQueue("paced", rate: .init(5, per: .milliseconds(400)))

  static func queues(_ mode: DurableWorker.Mode) -> [RunQueue] {
    switch mode {
    case .queues: [limited, paced]
    case .queuesWithoutLimits: [limited, paced].map { RunQueue($0.name) }
    case .givenKeys, .madeUpKeys, .blocking, .fewClaims: []
    }
  }

  /// The place of a run in the queue whose runs at work are limited.
  static func limitedPlace(of run: Int) -> QueuePlace {
    let partition = "tenant \(run / 4 % partitions)"
    return QueuePlace(limited.name, partition: partition, priority: run % 3)
  }

  let log: RunLog

  var workflow: Workflow<Int, Int> {
    Workflow("queued") {
      Perform.withContext("work") { (run: Int, context) in
        try note("enter", run, context.idempotencyKey)
        try await Task.sleep(for: .milliseconds(Int.random(in: 5..<40)))
        try note("leave", run, context.idempotencyKey)
        return run
      }
      .checkpoint()
    }
  }

  /// Runs it as a child in the queue whose runs at work are limited.
  var parent: Workflow<Int, Int> {
    Workflow("parent") { (run: Int, steps: Steps) in
      try await steps.child(workflow, input: run, in: Self.limitedPlace(of: run))
    }
  }

  private func note(_ step: String, _ run: Int, _ key: String) throws {
    try log.note(
      RunLog.Line(step: step, run: run, token: 0, seen: [:], key: key, process: getpid())
    )
  }

  /// What the log tells of the limits.
  struct Findings {
    /// The maximum number of runs of a partition that were at work at the same time.
    var most = 0
    /// The maximum number of these that were at work in one process.
    var mostOfAProcess = 0
    /// The runs that have been at work twice without the end of a process between.
    var twice: Set<Int> = []
    var processes: Set<Int32> = []
  }

  /// Goes through the lines of a log.
  ///
  /// - Parameters:
  ///   - lines: The lines, in their order; `ended` says that a process was ended before.
  ///   - place: The place of a run in the queue with the limit; `nil` if it is not in that queue.
  /// - Returns: What they tell.
  static func findings(_ lines: [RunLog.Line], place: (Int) -> QueuePlace?) -> Findings {
    var findings = Findings()
    var active: [Int: Int32] = [:]
    var begun: [Int: Int32] = [:]
    for line in lines {
      switch line.step {
      case "enter":
        findings.processes.insert(line.process)
        if begun[line.run] != nil { findings.twice.insert(line.run) }
        begun[line.run] = line.process
        active[line.run] = line.process
      case "leave": active[line.run] = nil
      case "ended":
        active = active.filter { $0.value != line.process }
        begun = begun.filter { $0.value != line.process }
      default: continue
      }
      let limited = active.filter { place($0.key) != nil }
      for counted in Dictionary(grouping: limited, by: { place($0.key)?.partition }).values {
        findings.most = max(findings.most, counted.count)
        let byProcess = Dictionary(grouping: counted.map(\.value)) { $0 }.values.map(\.count)
        findings.mostOfAProcess = max(findings.mostOfAProcess, byProcess.max() ?? 0)
      }
    }
    return findings
  }
}
#endif
