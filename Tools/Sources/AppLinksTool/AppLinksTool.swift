import ArgumentParser

/// The command-line tool `applinks`.
public enum AppLinksTool {
  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command line, without the name of the program.
  ///   - console: The input and output of the tool. The default is that of the process.
  /// - Returns: The exit code. ``ToolError/Code`` lists all codes other than 0.
  public static func run(_ arguments: [String], on console: Console = .process) async -> Int32 {
    let arguments = UsageMessage.listingCodes(arguments)
    do {
      if let name = UsageMessage.fileLikeOption(arguments) {
        throw ToolError(
          .usage,
          "'\(name)' is not an option. Write './\(name)' for a file with this name, and two hyphens "
            + "for an option."
        )
      }
      var command = try AppLinksCommand.parseAsRoot(arguments)
      if let command = command as? any ToolCommand {
        return try await command.run(on: console.colored(command.color))
      }
      try command.run()
      return 0
    } catch let error as ToolError {
      return report(error, of: arguments, on: console)
    } catch {
      return explain(error, of: arguments, on: console)
    }
  }

  private static func report(
    _ error: ToolError,
    of arguments: [String],
    on console: Console
  ) -> Int32 {
    if error.code != .brokenPipe {
      console.complain(UsageMessage.redacted(error.message, arguments))
    }
    return error.code.rawValue
  }

  /// Handles errors of the argument parser: requests for help and invalid command lines.
  private static func explain(
    _ error: any Error,
    of arguments: [String],
    on console: Console
  ) -> Int32 {
    let names = AppLinksCommand.configuration.subcommands.compactMap {
      $0.configuration.commandName
    }
    if let name = arguments.first(where: { $0 != "help" }), !name.hasPrefix("-"),
      !names.contains(name)
    {
      let list = names.joined(separator: ", ")
      let problem = "The subcommand '\(name)' does not exist. Use one of: \(list)."
      let error = ToolError(.usage, "\(problem) See 'applinks --help'.")
      return report(error, of: arguments, on: console)
    }
    let code = AppLinksCommand.exitCode(for: error)
    if code == .success {
      do {
        try console.write(AppLinksCommand.fullMessage(for: error) + "\n")
        return 0
      } catch {
        return report(error, of: arguments, on: console)
      }
    }
    let redacted = UsageMessage.redacted(AppLinksCommand.message(for: error), arguments)
    let text = UsageMessage.abridged(redacted, arguments)
    let name = arguments.first.map { names.contains($0) ? "applinks \($0)" : "applinks" }
    let message = UsageMessage.onOneLine(text)
    console.complain("\(message) See '\(name ?? "applinks") --help'.")
    return code.rawValue
  }
}
