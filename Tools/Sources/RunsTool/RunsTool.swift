public import ToolSupport

/// The command-line tool `tenon-runs`.
public enum RunsTool {
  private static let tool = CommandLineTool(
    RunsCommand.self,
    redacted: StoreAddress.withoutPasswords
  )

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command line, without the name of the program.
  ///   - console: The input and output of the tool. The default is that of the process.
  /// - Returns: The exit code. ``ToolError/Code`` lists all codes other than 0.
  public static func run(_ arguments: [String], on console: Console = .process) async -> Int32 {
    await tool.run(arguments, on: console)
  }
}
