import Foundation

/// The input and output of the tool.
///
/// The process has one console, and tests create their own.
public struct Console: Sendable {
  /// Writes to standard output.
  typealias Write = @Sendable (_ text: String) throws(ToolError) -> Void

  /// Reads the next bytes of standard input, or returns no bytes at its end.
  typealias Read = @Sendable () throws -> [UInt8]

  /// The style of emphasized text.
  let style: TextStyle

  private let output: Write
  private let errors: @Sendable (String) -> Void
  private let input: Read

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - hasColor: Whether text can be colored.
  ///   - input: The content of standard input.
  ///   - output: A closure that is called with each piece of text for standard output, in the task
  ///     that runs the tool.
  ///   - errors: A closure that is called with each line for standard error, in the task that runs
  ///     the tool.
  public init(
    hasColor: Bool = false,
    input: [UInt8] = [],
    output: @escaping @Sendable (_ text: String) -> Void,
    errors: @escaping @Sendable (_ line: String) -> Void
  ) {
    let rest = Unread(input)
    self.init(
      style: TextStyle(isOn: hasColor),
      output: { text throws(ToolError) in output(text) },
      errors: errors,
      input: rest.takeAll
    )
  }

  init(
    style: TextStyle,
    output: @escaping Write,
    errors: @escaping @Sendable (String) -> Void,
    input: @escaping Read
  ) {
    self.style = style
    self.output = output
    self.errors = errors
    self.input = input
  }

  /// Returns the console with the user's choice of color.
  func colored(_ choice: ColorChoice) -> Console {
    let isOn: Bool
    switch choice {
    case .auto: isOn = style.isOn
    case .always: isOn = true
    case .never: isOn = false
    }
    return Console(style: TextStyle(isOn: isOn), output: output, errors: errors, input: input)
  }

  func write(_ text: String) throws(ToolError) { try output(text) }

  /// Prints a message to standard error that says why the command failed.
  func complain(_ message: String) { errors("applinks: \(message.printable)") }

  func readInput() throws -> [UInt8] { try input() }
}
