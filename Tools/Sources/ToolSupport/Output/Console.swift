import Foundation

/// The input and output of a tool.
///
/// The process has one console, and tests create their own.
public struct Console: Sendable {
  /// Writes to standard output.
  typealias Write = @Sendable (_ text: String) throws(ToolError) -> Void

  /// Reads the next bytes of standard input, or returns no bytes at its end.
  typealias Read = @Sendable () throws -> [UInt8]

  /// The style of emphasized text.
  package let style: TextStyle

  /// The terminal that shows standard output, whose text can be replaced; `nil` for other output.
  let terminal: Terminal?

  /// The name of the tool, before its messages.
  private let name: String

  /// Shows a line that replaces the one before, or `nil` without a terminal.
  package let progress: (@Sendable (_ text: String) -> Void)?

  private let output: Write
  private let errors: @Sendable (String) -> Void
  private let input: Read

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - hasColor: Whether text can be colored.
  ///   - terminalSize: Returns the size of the terminal that shows standard output; `nil` for other
  ///     output.
  ///   - input: The content of standard input.
  ///   - output: A closure that is called with each piece of text for standard output, in the task
  ///     that runs the tool.
  ///   - errors: A closure that is called with each line for standard error, in the task that runs
  ///     the tool.
  ///   - progress: A closure that is called with a line that replaces the one before, or `nil` to
  ///     show no progress.
  public init(
    hasColor: Bool = false,
    terminalSize: (@Sendable () -> TerminalSize)? = nil,
    input: [UInt8] = [],
    output: @escaping @Sendable (_ text: String) -> Void,
    errors: @escaping @Sendable (_ line: String) -> Void,
    progress: (@Sendable (_ text: String) -> Void)? = nil
  ) {
    let rest = Unread(input)
    self.init(
      name: "",
      style: TextStyle(isOn: hasColor),
      terminal: terminalSize.map { Terminal(size: $0, isOfProcess: false) },
      output: { text throws(ToolError) in output(text) },
      errors: errors,
      input: rest.takeAll,
      progress: progress
    )
  }

  init(
    name: String,
    style: TextStyle,
    terminal: Terminal?,
    output: @escaping Write,
    errors: @escaping @Sendable (String) -> Void,
    input: @escaping Read,
    progress: (@Sendable (_ text: String) -> Void)?
  ) {
    self.name = name
    self.style = style
    self.terminal = terminal
    self.output = output
    self.errors = errors
    self.input = input
    self.progress = progress
  }

  /// Returns the console with the user's choice of color.
  func colored(_ choice: ColorChoice) -> Console {
    let isOn: Bool
    switch choice {
    case .auto: isOn = style.isOn
    case .always: isOn = true
    case .never: isOn = false
    }
    return with(name, TextStyle(isOn: isOn))
  }

  /// Returns the console with the name of a tool.
  func named(_ name: String) -> Console { with(name, style) }

  private func with(_ name: String, _ style: TextStyle) -> Console {
    Console(
      name: name,
      style: style,
      terminal: terminal,
      output: output,
      errors: errors,
      input: input,
      progress: progress
    )
  }

  /// Writes text to standard output.
  package func write(_ text: String) throws(ToolError) { try output(text) }

  /// Prints a message to standard error that says why the command failed.
  package func complain(_ message: String) { errors("\(name): \(message.printable)") }

  /// Reads the next bytes of standard input, or returns no bytes at its end.
  package func readInput() throws -> [UInt8] { try input() }
}
