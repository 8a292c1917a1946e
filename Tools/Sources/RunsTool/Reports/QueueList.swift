import DurableWorkflows
import ToolSupport

/// Queues, and how many runs each has.
struct QueueList {
  let queues: [QueueSummary]

  var json: OutputJSON {
    .object([
      "queues": .list(
        queues.map { queue in
          .object([
            "name": OutputJSON(queue.name), "paused": OutputJSON(queue.isPaused),
            "limit": OutputJSON(queue.maxConcurrentRuns), "queued": OutputJSON(queue.queued),
            "waiting": OutputJSON(queue.waiting), "running": OutputJSON(queue.running),
          ])
        }
      )
    ])
  }

  func text(_ style: TextStyle) -> String {
    if queues.isEmpty { return "No queue of this store has runs.\n" }
    return TextTable(
      ["Queue", "Paused", "Limit", "Queued", "Waiting", "Running"],
      rows: queues.map { queue in
        [
          .init(queue.name), .init(queue.isPaused ? "yes" : "no"),
          .init(queue.maxConcurrentRuns.map { "\($0)" }), .init("\(queue.queued)"),
          .init("\(queue.waiting)"), .init("\(queue.running)"),
        ]
      }
    )
    .rendered(style)
  }
}
