import Foundation

/// The executable in its own process.
enum Program {
  /// The folder with the executable, beside the test bundle.
  private static var folder: URL {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }

  /// Runs a shell command line in which the program is `applinks`.
  ///
  /// The process runs in its own thread. There are few threads for tasks, and other tests need
  /// them.
  static func shell(_ line: String) async throws -> (output: String, code: Int32) {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try runShell(line) })
      }
    }
  }

  private static func runShell(_ line: String) throws -> (output: String, code: Int32) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "applinks() { \"$PROGRAM\" \"$@\"; }; \(line)"]
    process.environment = [
      "PROGRAM": folder.appending(path: "applinks").path, "TERM": "xterm",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]
    process.currentDirectoryURL = Pages.root
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
