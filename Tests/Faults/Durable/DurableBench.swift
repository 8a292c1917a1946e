#if SQLite || PostgreSQL
@_spi(Stores) import DurableWorkflows
import Foundation
import Workflows

/// A store of durable runs, processes that work on it, and what has to be so in the end.
final class DurableBench {
  let trial: Trial
  let log: RunLog
  let store: any RunStorage
  let runs: DurableRuns
  private let place: DurablePlace
  private let lease: Int
  private let traced: TracedRun
  private var submitted = 0
  private var checked = 0
  private var examined = 0
  private var ends: [Int: RunRow<Data>] = [:]
  /// How many runs are to be set aside.
  private(set) var poisoned = 0

  /// How long a process takes to be found dead, in milliseconds, unless told otherwise.
  static let lease = 500

  convenience init(
    _ trial: Trial,
    in folder: URL? = nil,
    lease: Int = DurableBench.lease
  ) async throws {
    let file = (folder ?? trial.folder).appending(path: "runs.sqlite")
    try await self.init(trial, DurablePlace(file.path), lease: lease)
  }

  init(_ trial: Trial, _ place: DurablePlace, lease: Int = DurableBench.lease) async throws {
    self.trial = trial
    self.lease = lease
    self.place = place
    log = RunLog(file: trial.folder.appending(path: "log"))
    traced = TracedRun(log: log)
    store = try await place.open()
    runs = try await Self.open(place, log, lease: lease, store: store)
  }

  /// Opens runs that are not worked on yet.
  static func open(
    _ place: DurablePlace,
    _ log: RunLog,
    lease: Int,
    store: (any RunStorage)? = nil,
    mode: DurableWorker.Mode = .givenKeys,
    onEvent: @escaping @Sendable (DurableRunsEvent) -> Void = { _ in }
  ) async throws -> DurableRuns {
    let opened = if let store { store } else { try await place.open() }
    let traced = TracedRun(
      log: log,
      makesUpKeys: mode == .madeUpKeys,
      blocksFor: mode == .blocking ? lease * 3 : 0
    )
    return try DurableRuns(
      store: RunStore(opened),
      workflows: [
        traced.workflow.durable(),
        traced.function.durable(),
        QueuedRun(log: log).workflow.durable(), QueuedRun(log: log).parent.durable(),
      ] + ClockRuns.workflows,
      options: DurableRunsOptions(
        lease: .milliseconds(lease),
        pollInterval: .milliseconds(50),
        // Kills may follow one another more quickly than a run gets on.
        maxFruitlessClaims: mode == .fewClaims ? TracedRun.fewClaims : 1_000_000,
        queues: QueuedRun.queues(mode)
      ),
      onEvent: onEvent
    )
  }

  /// Starts a process that works, and waits until it does.
  func startWorker(
    _ mode: DurableWorker.Mode = .givenKeys,
    clockIsOffBy seconds: Int = 0,
    clock: SharedClock? = nil,
    at other: DurablePlace? = nil
  ) throws -> ChildProcess {
    var environment: [String: String] = [:]
    if seconds != 0 || clock != nil {
      let library = ProcessInfo.processInfo.environment["FAULTS_CLOCK"] ?? ""
      environment = ["LD_PRELOAD": library, "CLOCK_OFFSET": "\(seconds)"]
    }
    if let clock { environment["CLOCK_FILE"] = clock.file.path }
    let place = other ?? self.place
    let worker = try ChildProcess(
      ["work", place.text, log.file.path, "\(lease)", mode.rawValue],
      environment: environment
    )
    let said = worker.waitForOutput().trimmingCharacters(in: .whitespacesAndNewlines)
    let off = (Int(said) ?? 0) - Int(Date().timeIntervalSince1970)
    if clock != nil { return worker }
    trial.expect(abs(off - seconds) < 60, "a clock is off by \(off) s, not \(seconds): \(said)")
    return worker
  }

  /// Submits runs, of which every other one gets its signal at once.
  func submit(_ count: Int, ballast: Int = 0) async throws {
    for _ in 0..<count {
      let run = submitted + 1
      let trail = TracedRun.Trail(run: run, ballast: String(repeating: "x", count: ballast))
      let workflow = traced.workflow(of: run)
      try await persist { _ = try await runs.submit(workflow, id: "\(run)", input: trail) }
      submitted = run
      // What is refused here is sent again before the check.
      if run.isMultiple(of: 2) { try? await send(to: run) }
    }
  }

  /// Submits a run that ends each process which begins it.
  func poison() async throws {
    poisoned += 1
    let trail = TracedRun.Trail(run: -1 - poisoned, isPoison: true)
    let id = "poison \(poisoned)"
    try await persist { _ = try await runs.submit(traced.workflow, id: id, input: trail) }
  }

  private func send(to run: Int) async throws {
    try await persist { _ = try await runs.send(run, to: TracedRun.go, of: "\(run)") }
  }

  /// Repeats what fails while a server is away; a file is always there.
  func persist<Value>(_ body: () async throws -> Value) async throws -> Value {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do {
        return try await body()
      } catch  where place.mayBeAway && ContinuousClock.now < end {
        trial.count("asked again")
      }
    }
  }

  /// Sends the signals that are missing, waits until all runs have ended, and examines them.
  func check(_ place: String, within limit: Duration = .seconds(30)) async throws {
    let new = checked + 1..<submitted + 1
    checked = submitted
    for run in new { try await send(to: run) }
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end, try await count([.queued, .waiting, .running]) > 0 {
      try await Task.sleep(for: .milliseconds(20))
    }
    let stuck = try await count([.queued, .waiting, .running, .setAside]) - poisoned
    trial.count("stuck", stuck)
    if stuck > 0 {
      let query = RunQuery(statuses: [.queued, .waiting, .running, .setAside], limit: 20)
      let names = try await persist { try await store.list(query) }.map { "\($0.id) \($0.status)" }
      trial.find("\(place): \(stuck) runs are stuck: \(names.joined(separator: ", "))")
      // Each further round would wait for them, too.
      throw CancellationError()
    }
    let (lines, size) = try log.lines(behind: examined)
    examined = size
    let byRun = Dictionary(grouping: lines, by: \.run)
    let byKey = Dictionary(grouping: byRun[-1] ?? [], by: \.key)
    for run in new { try await examine(run, byRun[run] ?? [], byKey, "\(place), run \(run)") }
  }

  /// Looks whether a process that was late has changed what had ended.
  func finish() async throws {
    trial.count("lost leases", try log.lines().0.count { $0.step == "lost" })
    for (run, row) in ends {
      let now = try await persist { try await store.load("\(run)") }
      trial.expect(now == row, "run \(run) has changed after its end")
    }
  }

  private func count(_ statuses: Set<DurableRunStatus>) async throws -> Int {
    let counts = try await persist { try await store.counts() }
    return counts.filter { statuses.contains($0.key) }.values.reduce(0, +)
  }

  private func examine(
    _ run: Int,
    _ lines: [RunLog.Line],
    _ doubts: [String: [RunLog.Line]],
    _ place: String
  ) async throws {
    guard let row = try await persist({ try await store.load("\(run)") }) else {
      return trial.find("\(place): it is lost")
    }
    ends[run] = row
    trial.count("runs")
    let executions = lines.filter { TracedRun.steps.contains($0.step) }
    trial.count("executions", executions.count)
    let names = Set(executions.map(\.step))
    trial.count("run again", executions.count - names.count)

    let fails = TracedRun.fails(run)
    let expected = fails ? Array(TracedRun.steps.dropLast()) : TracedRun.steps
    let paths = row.records.keys.map { "\($0)" }.filter { !$0.hasPrefix("/%") }
    // A function also records the ends of its waits.
    let recorded = Set(paths.map { String($0.split(separator: "/").last ?? "") })
      .subtracting(["wait", TracedRun.go.name])
    trial.count("records", paths.count)
    trial.expect(recorded == Set(expected), "\(place): recorded are \(recorded.sorted())")

    // A step that was recorded once is told to all later ones in the same way.
    var duplicates = 0
    for step in TracedRun.steps {
      let told = Set(lines.compactMap { $0.seen[step] })
      let done = Set(executions.filter { $0.step == step }.map(\.token))
      duplicates += max(0, told.count - 1)
      trial.expect(told.count <= 1, "\(place): \(step) was recorded \(told.count) times")
      trial.expect(told.isSubset(of: done), "\(place): \(step) is recorded and has not run")
      let keys = Set(executions.filter { $0.step == step }.map(\.key))
      trial.expect(keys.count == 1, "\(place): \(step) has run under \(keys.count) keys")
    }
    trial.count("duplicates", duplicates)

    let undone = lines.count { $0.step == "undo" }
    let charge = executions.first { $0.step == "charge" }?.key ?? ""
    let doubted = doubts[charge]?.count ?? 0
    if fails {
      trial.count("undone")
      trial.expect(row.status(at: 0) == .failed, "\(place): it has ended as \(row.state)")
      trial.expect(undone > 0 && doubted == 0, "\(place): undone \(undone), in doubt \(doubted)")
      return
    }
    trial.expect(undone == 0 && doubted == 0, "\(place): it has succeeded, and was undone")
    guard case .ended(.value(let data)) = row.state,
      let trail = try? JSONDecoder().decode(TracedRun.Trail.self, from: data)
    else { return trial.find("\(place): it has ended as \(row.state)") }
    for (step, token) in trail.tokens {
      let told = Set(lines.compactMap { $0.seen[step] }).subtracting([token])
      trial.expect(told.isEmpty, "\(place): the output of \(step) has changed")
    }
    trial.expect(Set(trail.tokens.keys) == Set(TracedRun.steps), "\(place): \(trail.tokens)")
  }
}

extension DurableBench {
  /// Lets two processes work on more runs than they have threads, which a step of each run blocks
  /// for longer than the lease; no step runs twice.
  func blockThreads() async throws {
    let workers = try (0..<2).map { _ in try startWorker(.blocking) }
    for round in 0..<trial.rounds {
      try await submit(4 * ProcessInfo.processInfo.activeProcessorCount)
      try await check("round \(round)", within: .seconds(60))
    }
    for worker in workers { worker.kill() }
    try await finish()
    trial.expect(trial.total("run again") == 0, "steps have run twice")
    trial.expect(trial.total("lost leases") == 0, "a process has lost a run")
  }
}
#endif
