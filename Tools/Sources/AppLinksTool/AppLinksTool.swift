public import ToolSupport

/// The command-line tool `applinks`.
public enum AppLinksTool {
  private static let tool = CommandLineTool(
    AppLinksCommand.self,
    redacted: SecretsOfArguments.redacted
  )

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command line, without the name of the program.
  ///   - console: The input and output of the tool. The default is that of the process.
  /// - Returns: The exit code. ``ToolError/Code`` lists all codes other than 0.
  public static func run(_ arguments: [String], on console: Console = .process) async -> Int32 {
    await tool.run(listingCodes(arguments), on: console)
  }

  /// Returns the arguments with the value `all` for a last option `--explain`, which would
  /// otherwise lack one.
  private static func listingCodes(_ arguments: [String]) -> [String] {
    arguments.last == "--explain" ? arguments + ["all"] : arguments
  }
}
