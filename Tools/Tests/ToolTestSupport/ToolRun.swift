import Synchronization
package import ToolSupport

/// A run of a tool in this process.
package struct ToolRun: Sendable {
  package let output: String
  package let errors: [String]
  package let code: Int32

  /// The lines of the output.
  package var lines: [Substring] {
    output.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Runs a tool.
  ///
  /// - Parameters:
  ///   - input: The content of standard input.
  ///   - hasColor: Whether text can be colored.
  ///   - terminalSize: Returns the size of the terminal that shows standard output; `nil` for other
  ///     output.
  ///   - tool: Runs the tool.
  package init(
    input: [UInt8] = [],
    hasColor: Bool = false,
    terminalSize: (@Sendable () -> TerminalSize)? = nil,
    _ tool: (Console) async -> Int32
  ) async {
    let streams = Streams()
    code = await tool(
      Console(
        hasColor: hasColor,
        terminalSize: terminalSize,
        input: input,
        output: { streams.write($0) },
        errors: { streams.complain($0) }
      )
    )
    (output, errors) = streams.contents
  }
}

private final class Streams: Sendable {
  private let collected = Mutex((output: "", errors: [String]()))

  var contents: (output: String, errors: [String]) { collected.withLock { $0 } }

  func write(_ text: String) { collected.withLock { $0.output += text } }

  func complain(_ line: String) { collected.withLock { $0.errors.append(line) } }
}
