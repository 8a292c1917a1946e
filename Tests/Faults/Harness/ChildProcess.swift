import Foundation

/// Another process, of this program or of one that starts it.
final class ChildProcess {
  private let process = Process()
  private let pipe = Pipe()

  convenience init(_ arguments: [String]) throws {
    try self.init(program: CommandLine.arguments[0], arguments)
  }

  init(program: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // A trap that is examined takes seconds.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    try pipe.fileHandleForWriting.close()
  }

  /// Waits for the first bytes of output.
  func waitForOutput() { _ = pipe.fileHandleForReading.availableData }

  /// Whether the process has not ended.
  var isRunning: Bool { process.isRunning }

  /// Ends the process at once, and waits for its end.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for the end, and returns all output and how the process ended.
  func finish() -> (output: String, problem: String?) {
    let output = String(
      decoding: pipe.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    process.waitUntilExit()
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { return (output, "signal \(status)") }
    return (output, status == 0 ? nil : "exit code \(status)")
  }

  deinit { try? pipe.fileHandleForReading.close() }
}
