import ToolSupport

/// A command that works on a store.
protocol StoreCommand: ToolCommand {
  var options: StoreOptions { get }

  /// The time between checks of the store, for a command that waits.
  var pollInterval: Duration { get }

  /// Whether a file is only read.
  var isReadOnly: Bool { get }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - opened: The store.
  ///   - console: The input and output of the tool.
  /// - Returns: The exit code.
  /// - Throws: ``ToolError`` if the command fails.
  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32
}

extension StoreCommand {
  var pollInterval: Duration { .seconds(1) }

  var isReadOnly: Bool { false }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    try await run(options.open(pollInterval: pollInterval, isReadOnly: isReadOnly), on: console)
  }
}
