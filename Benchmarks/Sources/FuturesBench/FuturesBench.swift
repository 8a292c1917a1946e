import ArgumentParser
import Foundation

/// `futures-bench`: measures the cost of futures for a client in another module, compared with a
/// peer.
@main
struct FuturesBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "futures-bench",
    abstract: "Measures futures against a peer, in time and allocations.",
    subcommands: [Measure.self, Allocations.self, Memory.self, Profile.self],
    defaultSubcommand: Measure.self
  )
}

/// Warns on standard error that the numbers of an unoptimized build are meaningless.
func warnIfNotOptimised() {
  #if DEBUG
  let warning = "futures-bench: built without optimisation, compare nothing; add -c release.\n"
  FileHandle.standardError.write(Data(warning.utf8))
  #endif
}
