import Foundation
import Subprocess
import Testing

@Suite(.timeLimit(.minutes(10)))
struct OrdersProgramTests {
  private let folder = TemporaryFolder()

  @Test func theDemoSurvivesItsKillsAndChargesOnce() async throws {
    let run = try await orders("demo", "--folder", folder.url.path)
    #expect(run.status == .exited(0))
    #expect(run.output.components(separatedBy: "Killed.").count == 4)
    #expect(run.output.contains("order-4: approved by Mia"))
    #expect(run.output.contains("Ran again although recorded: nothing."))
    #expect(run.output.contains("Charged once: 4 of 4 orders; more than once: 0."))
  }

  @Test func aProcessThatKillsItselfLeavesItsOrderToTheNextOne() async throws {
    let place = ["--folder", folder.url.path]
    #expect(try await orders(["submit"] + place).status == .exited(0))
    let killed = try await orders(["work", "--die-in", "reserve"] + place)
    #expect(killed.status == .signaled(9))
    let next = try await orders(["work", "--until-idle"] + place)
    #expect(next.status == .exited(0))
    #expect(next.output == "order-1: goes on (claim 2)\norder-1: waits\nNo order is due.\n")
    #expect(try await orders(["list"] + place).output.hasPrefix("order-1: "))
    #expect(try await orders(["approve", "order-1"] + place).status == .exited(0))
    let again = try await orders(["approve", "order-1", "order-2"] + place)
    #expect(again.status == .exited(1))
    #expect(again.output == "order-1: was approved before\norder-2: there is no such order\n")
  }

  @Test func anOrderThatKillsItsProcessesIsSetAsideAndReopened() async throws {
    let place = ["--folder", folder.url.path]
    #expect(try await orders(["submit"] + place).status == .exited(0))
    for _ in 0..<4 {
      #expect(try await orders(["work", "--die-in", "reserve"] + place).status == .signaled(9))
    }
    #expect(try await orders(["work", "--until-idle"] + place).status == .exited(0))
    #expect(try await orders(["list"] + place).output.hasPrefix("order-1: setAside (It was begun"))
    #expect(try await orders(["reopen", "order-1"] + place).output == "order-1: goes on\n")
    let again = try await orders(["work", "--until-idle"] + place)
    #expect(again.output == "order-1: goes on (claim 5)\norder-1: waits\nNo order is due.\n")
    #expect(try await orders(["reopen", "order-1"] + place).status == .exited(1))
  }

  @Test func ctrlCGivesTheOrdersBack() async throws {
    let place = ["--folder", folder.url.path]
    #expect(try await orders(["submit"] + place).status == .exited(0))
    let run = try await Subprocess.run(
      .path(.init(location.path)),
      arguments: Arguments(["work", "--pause", "600"] + place),
      input: .none,
      output: .sequence,
      error: .discarded
    ) { program in
      var lines: [String] = []
      for try await line in program.standardOutput.strings() {
        lines.append(line)
        if lines == ["order-1: begins"] { try program.send(signal: .interrupt) }
      }
      return lines
    }
    #expect(run.terminationStatus == .exited(0))
    #expect(run.closureResult == ["order-1: begins", "order-1: is given back"])
    #expect(try await orders(["list"] + place).output == "order-1: queued\n")
  }

  @Test(arguments: [
    ["submit", "--count", "0"], ["work", "--die-in", "fly"], ["work", "--die-within", "-1"],
    ["work", "--die-within", "inf"], ["list", "--folder", ""],
    ["work", "--pause", "-1"], ["approve"], ["fly"], ["list", "--store", ""],
  ])
  func aCommandLineThatMakesNoSenseEndsWith64(arguments: [String]) async throws {
    #expect(try await orders(arguments).status == .exited(64))
  }

  private func orders(
    _ arguments: String...
  ) async throws -> (output: String, status: TerminationStatus) {
    try await orders(arguments)
  }

  private func orders(
    _ arguments: [String]
  ) async throws -> (output: String, status: TerminationStatus) {
    let run = try await Subprocess.run(
      .path(.init(location.path)),
      arguments: Arguments(arguments),
      output: .string(limit: 100_000),
      error: .discarded
    )
    return (run.standardOutput, run.terminationStatus)
  }

  /// The executable, which lies beside the test bundle.
  private var location: URL {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appending(path: "orders")
  }
}
