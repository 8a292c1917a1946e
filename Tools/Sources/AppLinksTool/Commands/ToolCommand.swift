import ArgumentParser

/// A subcommand of the tool.
protocol ToolCommand: ParsableCommand {
  /// When the text that it prints is coloured.
  var color: ColorChoice { get }

  /// Does what the user asked for.
  ///
  /// - Parameter console: Where to read from and write to.
  /// - Returns: The exit code.
  /// - Throws: ``ToolError`` if it cannot be done.
  func run(on console: Console) async throws(ToolError) -> Int32
}

extension ToolCommand {
  /// Commands that print nothing but what was asked for have no colour.
  var color: ColorChoice { .never }
}
