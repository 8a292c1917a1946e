import ArgumentParser

/// A subcommand of the tool.
protocol ToolCommand: ParsableCommand {
  /// Does what the user asked for.
  ///
  /// - Parameter console: Where to read from and write to.
  /// - Returns: The exit code.
  /// - Throws: ``ToolError`` if it cannot be done.
  func run(on console: Console) async throws(ToolError) -> Int32
}
