package import ArgumentParser

/// A tool with subcommands: parses its command line, and reports errors on one line each.
package struct CommandLineTool: Sendable {
  private let root: any ParsableCommand.Type
  private let redacted: @Sendable (_ message: String, _ arguments: [String]) -> String

  private var name: String { root.configuration.commandName ?? "" }

  /// Creates a tool.
  ///
  /// - Parameters:
  ///   - root: The root command, which only has subcommands.
  ///   - redacted: Returns a message without the secrets of the arguments that it quotes.
  package init(
    _ root: any ParsableCommand.Type,
    redacted: @escaping @Sendable (_ message: String, _ arguments: [String]) -> String
  ) {
    self.root = root
    self.redacted = redacted
  }

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command line, without the name of the program.
  ///   - console: The input and output of the tool.
  /// - Returns: The exit code.
  package func run(_ arguments: [String], on console: Console) async -> Int32 {
    let console = console.named(name)
    do {
      if let name = UsageMessage.fileLikeOption(arguments) {
        throw ToolError(
          .usage,
          "'\(name)' is not an option. Write './\(name)' for a file with this name, and two hyphens "
            + "for an option."
        )
      }
      var command = try root.parseAsRoot(arguments)
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

  private func report(
    _ error: ToolError,
    of arguments: [String],
    on console: Console
  ) -> Int32 {
    if error.code != .brokenPipe {
      console.complain(redacted(error.message, arguments))
    }
    return error.code.rawValue
  }

  /// Handles errors of the argument parser: requests for help and invalid command lines.
  private func explain(
    _ error: any Error,
    of arguments: [String],
    on console: Console
  ) -> Int32 {
    let names = root.configuration.subcommands.compactMap { $0.configuration.commandName }
    if let word = arguments.first(where: { $0 != "help" }), !word.hasPrefix("-"),
      !names.contains(word)
    {
      let list = names.joined(separator: ", ")
      let problem = "The subcommand '\(word)' does not exist. Use one of: \(list)."
      let error = ToolError(.usage, "\(problem) See '\(name) --help'.")
      return report(error, of: arguments, on: console)
    }
    let code = root.exitCode(for: error)
    if code == .success {
      do {
        try console.write(root.fullMessage(for: error) + "\n")
        return 0
      } catch {
        return report(error, of: arguments, on: console)
      }
    }
    let message = redacted(root.message(for: error), arguments)
    let text = UsageMessage.onOneLine(UsageMessage.abridged(message, arguments))
    let command = arguments.first.map { names.contains($0) ? "\(name) \($0)" : name }
    console.complain("\(text) See '\(command ?? name) --help'.")
    return code.rawValue
  }
}
