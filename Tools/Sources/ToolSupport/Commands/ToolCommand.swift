package import ArgumentParser

/// A subcommand of the tool.
package protocol ToolCommand: ParsableCommand {
  /// When to color the text that the command prints.
  var color: ColorChoice { get }

  /// Runs the command.
  ///
  /// - Parameter console: The input and output of the tool.
  /// - Returns: The exit code.
  /// - Throws: ``ToolError`` if the command fails.
  func run(on console: Console) async throws(ToolError) -> Int32
}

extension ToolCommand {
  /// The default for commands that print only their result is no color.
  package var color: ColorChoice { .never }
}
