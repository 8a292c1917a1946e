import Foundation
import Futures
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The server as a process of its own.
final class Program: Sendable {
  private let text = Mutex("")
  private let listening = Promise<String, any Error>()
  private let ended = Promise<Int32, any Error>()
  private let silent = Promise<Void, any Error>()
  private let pid: Int32

  private static let starts = Mutex(())

  /// Starts a process while no other one is started.
  ///
  /// It would inherit what the other start has just opened, whose end would not come.
  static func starting<Value: Sendable>(
    _ body: () throws -> sending Value
  ) rethrows -> sending Value {
    try starts.withLock { _ in try body() }
  }

  /// Starts the program, on a free port unless the arguments name one.
  init(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = Self.url
    process.arguments = arguments.contains("--port") ? arguments : ["--port", "0"] + arguments
    process.terminationHandler = { [ended] in ended.succeed($0.terminationStatus) }
    let pipe = try Self.starting {
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      return pipe
    }
    pid = process.processIdentifier
    let reader = pipe.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      while case let data = reader.availableData, !data.isEmpty {
        self?.received(String(decoding: data, as: UTF8.self))
      }
      self?.silent.succeed()
    }
  }

  deinit { if !ended.future.isSettled { kill(pid, SIGKILL) } }

  /// The program, which is built beside the tests.
  private static var url: URL {
    let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let name = "applinks-server"
    let folder =
      tests.lastPathComponent.hasSuffix(".xctest")
      ? tests.deletingLastPathComponent() : tests
    return folder.appending(path: name)
  }

  private func received(_ piece: String) {
    let text = text.withLock { text in
      text += piece
      return text
    }
    guard !listening.future.isSettled, let start = text.firstRange(of: "http://127.0.0.1:"),
      let end = text[start.upperBound...].firstIndex(of: "/")
    else { return }
    listening.succeed(String(text[start.lowerBound..<end]))
  }

  var output: String { text.withLock { $0 } }

  /// Returns the URL of the server, without a path, once it listens.
  func address() async throws -> String {
    try await outcome(of: listening.future, "listen")
  }

  /// Ends the server as Ctrl-C does.
  func interrupt() { kill(pid, SIGINT) }

  /// Ends the server at once, as a crash does.
  func crash() { kill(pid, SIGKILL) }

  /// Waits for the end of the program and of its output, and returns its status.
  func end() async throws -> Int32 {
    try await outcome(of: silent.future, "close its output")
    return try await outcome(of: ended.future, "end")
  }

  /// Something that the program did not do in time.
  private struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private func outcome<Value>(
    of future: Future<Value, any Error>,
    _ what: String
  ) async throws -> Value {
    do {
      return try await future.timeout(.seconds(600)).value
    } catch is TimeoutError {
      throw Missing(description: "Process \(pid) did not \(what) in a minute. It said: \(output)")
    }
  }
}
