#if SQLite && os(Linux)
import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import Testing

/// `top` in a process and on a terminal of its own.
@Suite(.timeLimit(.minutes(10)))
struct TerminalTests {
  private static let on = "\u{1B}[?1049h"
  private static let off = "\u{1B}[?1049l"

  /// Lets a body act when fifty runs are shown.
  private func withTop(_ body: (PseudoTerminal, Process) throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "top-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "runs.sqlite")
    let orders = Orders(in: try await RunStore.sqlite(at: file))
    for number in 10..<60 { try await orders.submit("order-\(number)") }
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let program = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    let process = Process()
    process.executableURL = program.appending(path: "tenon-runs")
    process.arguments = ["top"]
    process.environment = ["TENON_STORE": file.path, "TERM": "xterm"]
    process.standardInput = terminal.program
    process.standardOutput = terminal.program
    try process.run()
    defer { process.terminate() }
    let picture = try terminal.read(until: "and 30 more")
    #expect(picture.hasPrefix(Self.on))
    #expect(!terminal.isAsUsual)
    try body(terminal, process)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalThatEndsItGivesTheTerminalBack(signal: Int32) async throws {
    try await withTop { terminal, process in
      kill(process.processIdentifier, signal)
      let rest = try terminal.read(until: Self.off)
      process.waitUntilExit()
      #expect(rest.hasSuffix("\u{1B}[?25h" + Self.off))
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == signal)
      #expect(terminal.isAsUsual)
    }
  }

  @Test func theKeyQEndsIt() async throws {
    try await withTop { terminal, process in
      try terminal.press("q")
      let rest = try terminal.read(until: Self.off)
      process.waitUntilExit()
      #expect(rest.hasSuffix("\u{1B}[?25h" + Self.off))
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      #expect(terminal.isAsUsual)
    }
  }

  @Test func theNextLookHasTheSizeOfTheWindow() async throws {
    try await withTop { terminal, _ in
      terminal.resize(columns: 80, rows: 5)
      _ = try terminal.read(until: "and 49 more")
    }
  }
}
#endif
