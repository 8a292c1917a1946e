import ArgumentParser
import DurableWorkflows
import ToolSupport

/// The store that a command works on.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store: a file, or a URL postgres://…. Default: the variable TENON_STORE.",
      valueName: "store"
    )
  )
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The schema of the tables in PostgreSQL. Default: the variable TENON_SCHEMA, or tenon.",
      valueName: "name"
    )
  )
  var schema: String?

  /// The name of the store for people, without the secrets that a URL may contain.
  var shownName: String {
    let text = store ?? ToolContext.current.environment[StoreAddress.variable] ?? ""
    guard let path else { return StoreAddress.withoutPassword(text) }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The path of the store, if it is a file.
  var path: String? {
    let text = store ?? ToolContext.current.environment[StoreAddress.variable] ?? ""
    guard case .file(let path)? = try? StoreAddress(text) else { return nil }
    return path
  }

  /// Opens the store.
  func open(
    pollInterval: Duration = .seconds(1),
    isReadOnly: Bool = false
  ) async throws(ToolError) -> OpenedStore {
    if store == "" {
      throw ToolError(.usage, "'--store' is empty. Name a file, or a URL postgres://….")
    }
    let text = store ?? ToolContext.current.environment[StoreAddress.variable] ?? ""
    if text.isEmpty {
      throw ToolError(
        .usage,
        "The store is missing. Name it with '--store runs.sqlite' or '--store postgres://…', or in "
          + "the variable \(StoreAddress.variable)."
      )
    }
    let opened = try await StoreAddress(text).open(schema: schema, isReadOnly: isReadOnly)
    return try OpenedStore(opened, pollInterval: pollInterval)
  }
}
