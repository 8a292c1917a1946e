import AppLinksTool
import Foundation
import Synchronization

/// A run of the tool in this process.
struct ToolRun {
  let output: String
  let errors: [String]
  let code: Int32

  /// The lines of the output.
  var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }

  init(_ arguments: String..., input: String = "", hasColor: Bool = false) async {
    await self.init(arguments, input: Array(input.utf8), hasColor: hasColor)
  }

  init(_ arguments: [String], input: [UInt8] = [], hasColor: Bool = false) async {
    let streams = Streams()
    code = await AppLinksTool.run(
      arguments,
      on: Console(
        hasColor: hasColor,
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
