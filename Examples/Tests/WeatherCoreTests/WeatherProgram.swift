import Foundation
import Subprocess

/// One run of the program as a process of its own.
struct WeatherProgram {
  let output: String
  let errors: [String]
  let status: TerminationStatus

  /// Runs the program, perhaps with a file in the place of its standard output, and sends it Ctrl-C
  /// once it has written a certain line to standard error.
  init(
    _ arguments: [String] = [],
    into file: String? = nil,
    interruptAt trigger: String? = nil
  ) async throws {
    let redirection = file.map { " > \($0)" } ?? ""
    let command = ["-c", "exec \"$0\" \"$@\"" + redirection, Self.location.path]
    let run = try await Subprocess.run(
      .path("/bin/sh"),
      arguments: Arguments(command + arguments),
      input: .none,
      output: .string(limit: 100_000),
      error: .sequence
    ) { program in
      var errors: [String] = []
      for try await line in program.standardError.strings() {
        errors.append(line)
        if line == trigger { try program.send(signal: .interrupt) }
      }
      return errors
    }
    output = run.standardOutput
    errors = run.closureResult
    status = run.terminationStatus
  }

  /// The executable, which lies beside the test bundle.
  private static var location: URL {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appending(path: "weather")
  }
}
