import Foundation

/// Runs this executable in another process, and returns the numbers that it prints.
///
/// - Parameters:
///   - arguments: The arguments of the other process.
///   - count: How many numbers it prints, separated by spaces.
/// - Returns: The numbers, in their order.
/// - Throws: If the process cannot be started, or prints something else.
public func runOwnProcess(_ arguments: [String], printing count: Int) throws -> [Double] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
  guard numbers.count == count else { throw CocoaError(.fileReadCorruptFile) }
  return numbers
}
