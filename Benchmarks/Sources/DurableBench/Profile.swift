#if SQLite
import ArgumentParser
import DurableWorkflows
import DurableWorkflowsSQLite
import DurableWorkflowsTesting

/// Repeats a single kind of work, for a profiler.
struct Profile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs one side and nothing else, for a profiler."
  )

  enum Side: String, ExpressibleByArgument { case one, many, memory, bare, function, replay }

  @Argument(
    help: """
      one, many, memory (without a file), function (the same, or in a file with --folder), bare or \
      replay.
      """
  )
  var side: Side
  @Option(help: "A folder on the disk to use.") var folder: String?
  @Option(help: "Runs.") var runs = 5000
  @Flag(help: "Wait for the disk at each write.") var full = false

  func run() async throws {
    let isInMemory = side == .memory || side == .function && folder == nil
    let folder = try WorkFolder(in: folder)
    let durability: SQLiteRunStoreOptions.Durability = full ? .full : .normal
    if side == .bare {
      let loop = BareLoop(database: try await folder.database(durability))
      return try loop.runOneAfterAnother(from: 0, count: runs)
    }
    if side == .replay { return print(Replay.measured(steps: 1000)) }
    let workflow = side == .function ? TenSteps.function : TenSteps.checkpointed
    let store: RunStore =
      isInMemory
      ? RunStore.inMemory(clock: ContinuousClock()) : try await folder.store(durability)
    let runs = try DurableRuns(
      store: store,
      workflows: [workflow.durable()],
      options: DurableRunsOptions(maxConcurrentRuns: 500)
    )
    runs.start()
    if side == .many {
      for first in stride(from: 0, to: self.runs, by: 500) {
        try await TenSteps.runAtOnce(runs, from: first, count: 500)
      }
    } else {
      try await TenSteps.runOneAfterAnother(runs, of: workflow, from: 0, count: self.runs)
    }
    await runs.stop()
  }
}
#endif
