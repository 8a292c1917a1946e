import Foundation

/// Another process, of this program or of one that starts it.
final class ChildProcess {
  private let process = Process()
  private let pipe = Pipe()

  convenience init(_ arguments: [String], environment: [String: String] = [:]) throws {
    try self.init(program: CommandLine.arguments[0], arguments, environment: environment)
  }

  init(program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // A trap that is examined takes seconds.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .merging(environment) { $1 }
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    try pipe.fileHandleForWriting.close()
  }

  /// Waits for the first bytes of output, and returns them.
  @discardableResult
  func waitForOutput() -> String {
    String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// The number of the process.
  var identifier: Int32 { process.processIdentifier }

  /// Whether the process has not ended.
  var isRunning: Bool { process.isRunning }

  /// Sends a signal to the process, such as SIGSTOP.
  func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

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

  // A scenario may fail before it ends its processes, which would then slow down the next one.
  deinit {
    if isRunning { kill() }
    try? pipe.fileHandleForReading.close()
  }
}
