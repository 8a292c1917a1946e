import ToolSupport

/// The effect of a command on a run.
struct RunAction {
  let run: String
  /// A word for programs; `refused` and `unknown` if the command had no effect.
  let answer: String
  let message: String

  init(_ run: String, _ answer: String, _ message: String) {
    self.run = run
    self.answer = answer
    self.message = message
  }

  init(_ run: String, refused message: String) { self.init(run, "refused", message) }

  static func unknown(_ run: String) -> RunAction {
    RunAction(run, "unknown", OpenedStore.unknown(run).message)
  }

  static func read(_ signal: String, of run: String) -> RunAction {
    let reason = "has read the signal '\(signal)', or is at work and may have"
    return RunAction(run, refused: "Run '\(run)' \(reason).")
  }

  private var isDone: Bool { answer != "refused" && answer != "unknown" }

  /// Prints the effect, or an error if there was none.
  ///
  /// - Returns: The exit code.
  static func report(
    _ actions: [RunAction],
    isJSON: Bool,
    on console: Console
  ) throws(ToolError) -> Int32 {
    if isJSON {
      let runs = actions.map { action in
        OutputJSON.object(["id": OutputJSON(action.run), "answer": OutputJSON(action.answer)])
      }
      try console.write(OutputJSON.object(["runs": .list(runs)]).rendered())
    }
    for action in actions where !isJSON || !action.isDone {
      if action.isDone {
        try console.write(action.message.printable + "\n")
      } else {
        console.complain(action.message)
      }
    }
    return actions.allSatisfy(\.isDone) ? 0 : ToolError.Code.negative.rawValue
  }
}
