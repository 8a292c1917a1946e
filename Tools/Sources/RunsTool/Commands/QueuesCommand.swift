import ArgumentParser
import DurableWorkflows
import ToolSupport

/// Lists queues.
struct QueuesCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "queues",
    abstract: "Lists the queues of a store, and how many runs wait in each.",
    discussion: """
      A queue is listed if it has runs that have not ended, if it is paused, or if 'limit-queue' has \
      set its limit.

      EXAMPLES
        tenon-runs queues
        tenon-runs queues --json
      """
  )

  @OptionGroup var options: StoreOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let list = QueueList(queues: try await opened.ask { try await $0.runs.queues() })
    try console.write(json ? list.json.rendered() : list.text(console.style))
    return 0
  }
}

/// Pauses queues.
struct PauseQueueCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause-queue",
    abstract: "Pauses queues: no process takes runs from them.",
    discussion: """
      Processes go on with the runs that they have, until these wait or end.

      EXAMPLES
        tenon-runs pause-queue mail
      """
  )

  @Argument(help: ArgumentHelp("The names of the queues.", valueName: "queue"))
  var queues: [String]

  @OptionGroup var options: StoreOptions

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    for queue in queues {
      try await opened.ask { try await $0.runs.pause(queue: queue) }
      try console.write("Queue '\(queue)' is paused.".printable + "\n")
    }
    return 0
  }
}

/// Resumes queues.
struct ResumeQueueCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume-queue",
    abstract: "Resumes queues that were paused.",
    discussion: """
      EXAMPLES
        tenon-runs resume-queue mail
      """
  )

  @Argument(help: ArgumentHelp("The names of the queues.", valueName: "queue"))
  var queues: [String]

  @OptionGroup var options: StoreOptions

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    for queue in queues {
      try await opened.ask { try await $0.runs.resume(queue: queue) }
      try console.write("Queue '\(queue)' is not paused.".printable + "\n")
    }
    return 0
  }
}

/// Sets the limit of a queue.
struct LimitQueueCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit-queue",
    abstract: "Limits how many runs of a queue run at the same time.",
    discussion: """
      The limit applies to all processes in place of their own. Without a number, their own limits \
      apply again.

      EXAMPLES
        tenon-runs limit-queue mail 2
        tenon-runs limit-queue mail
      """
  )

  @Argument(help: "The name of the queue.")
  var queue: String

  @Argument(help: ArgumentHelp("The number of runs, 1 or more.", valueName: "number"))
  var limit: Int?

  @OptionGroup var options: StoreOptions

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("The limit is \(limit). Specify 1 or more, or use 'pause-queue'.")
    }
  }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    try await opened.ask { try await $0.runs.limit(queue: queue, to: limit) }
    let text = limit.map { "has the limit \($0) in all processes" } ?? "has the limits of processes"
    try console.write("Queue '\(queue)' \(text).".printable + "\n")
    return 0
  }
}
