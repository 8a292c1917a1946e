#if SQLite
import ArgumentParser
import BenchmarkHarness
import DurableWorkflowsSQLite

/// The short form, which takes seconds and checks what must hold on any machine.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Counts writes, and fails if runs take far longer than a bare loop."
  )

  // With synchronous NORMAL on a fast disk, a write takes less time than waking a thread. Runs one
  // after another wake two: one that works, and then the one that waits.
  private static let bounds = (oneAfterAnother: 10.0, atOnce: 4.0)

  func run() async throws {
    let folder = try WorkFolder(in: nil)
    let cases = try await WriteCase.all(in: folder)
    print("\(WriteCase.table(cases))\n")
    let comparison = Comparison(durability: .normal, oneAfterAnother: 200, atOnce: 200)
    let one = try await comparison.oneAfterAnother(rounds: 3, in: folder)
    let many = try await comparison.atOnce(rounds: 3, in: folder)
    for (name, rates) in [("one after another", one), ("200 at once", many)] {
      print(
        """
        \(name): \(fixed(rates.ours, digits: 0)) runs/s, bare loop \
        \(fixed(rates.bare, digits: 0)) runs/s, \(fixed(rates.ratio, digits: 2)) times as long
        """
      )
    }
    if cases.contains(where: { !$0.isMet }) { throw ExitCode.failure }
    if one.ratio > Self.bounds.oneAfterAnother || many.ratio > Self.bounds.atOnce {
      print("Runs take more than \(Self.bounds) times as long as the bare loop.")
      throw ExitCode.failure
    }
  }
}
#endif
