import ArgumentParser
import DurableWorkflows
import RunsScreen
import ToolSupport

/// The options that narrow a list of runs.
struct RunFilter: ParsableArguments {
  @Option(
    name: .customLong("status"),
    help: ArgumentHelp("Only runs with this status; repeat it for several.", valueName: "status")
  )
  var statuses: [StatusName] = []

  @Option(help: ArgumentHelp("Only runs of this workflow, of any version.", valueName: "name"))
  var workflow: String?

  @Option(
    name: .customLong("workflow-version"),
    help: ArgumentHelp("Only runs of this version of their workflow.", valueName: "number")
  )
  var version: Int?

  @Option(help: ArgumentHelp("Only runs whose identifier begins so.", valueName: "text"))
  var idPrefix: String?

  @Option(help: ArgumentHelp("Only runs of this queue.", valueName: "name"))
  var queue: String?

  @Option(
    help: ArgumentHelp(
      "Only runs of this partition, a part of their queue with limits of its own.",
      valueName: "name"
    )
  )
  var partition: String?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("Only runs with this tag; repeat it for several.", valueName: "name=value"),
    transform: Self.tag
  )
  var tags: [RunTag] = []

  private static func tag(_ text: String) throws -> RunTag {
    if let tag = RunTag(text) { return tag }
    throw ValidationError("'\(text)' is no tag. Write a name and a value, such as customer=4711.")
  }

  /// Whether no option is given.
  var isEmpty: Bool {
    statuses.isEmpty && version == nil && tags.isEmpty
      && [workflow, idPrefix, queue, partition].allSatisfy { $0 == nil }
  }

  /// Returns the query for a page of runs.
  func query(
    limit: Int = 1,
    after: String? = nil,
    statuses others: Set<DurableRunStatus> = []
  ) -> RunQuery {
    RunQuery(
      statuses: statuses.isEmpty ? others : Set(statuses.map(\.status)),
      workflow: workflow,
      version: version,
      idPrefix: idPrefix,
      queue: queue,
      partition: partition,
      tags: Dictionary(tags.map { ($0.name, $0.value) }) { $1 },
      limit: limit,
      after: after
    )
  }
}

/// The runs that a command changes: those that are named, or all that a filter finds.
struct RunSelection: ParsableArguments {
  @Argument(help: ArgumentHelp("The identifiers of the runs.", valueName: "run"))
  var names: [String] = []

  @OptionGroup(title: "Runs by query") var filter: RunFilter

  @Flag(help: "Change the runs that a query finds; without it, they are only counted.")
  var yes = false

  func validate() throws {
    if names.isEmpty, filter.isEmpty {
      throw ValidationError("No run is named. Name runs, or narrow all runs with '--status'.")
    }
    if !names.isEmpty, !filter.isEmpty || yes {
      throw ValidationError("Runs are named. Remove the names, or the options of a query.")
    }
  }

  /// Returns the identifiers of the runs, or counts them.
  ///
  /// - Parameters:
  ///   - statuses: The statuses of the runs that the command can change.
  ///   - verb: What the command would do to them, such as `cancelled`.
  ///   - opened: The store.
  ///   - isJSON: Whether the count is for programs.
  ///   - console: Where the count goes.
  /// - Returns: The identifiers; `nil` if the runs were only counted.
  /// - Throws: `ToolError` if the store fails.
  func runs(
    _ statuses: Set<DurableRunStatus>,
    toBe verb: String,
    _ opened: OpenedStore,
    isJSON: Bool,
    on console: Console
  ) async throws(ToolError) -> [String]? {
    if filter.isEmpty { return names }
    let found = try await opened.ask { opened in
      var found: [String] = []
      try await opened.runs.forEach(filter.query(statuses: statuses)) { found.append($0.id) }
      return found
    }
    if yes { return found }
    if isJSON {
      try console.write(OutputJSON.object(["matching": OutputJSON(found.count)]).rendered())
    } else {
      let runs = found.count == 1 ? "1 run" : "\(found.count) runs"
      try console.write("\(runs) would be \(verb). With --yes, it happens.\n")
    }
    return nil
  }
}
