import ArgumentParser
import Foundation

/// `futures-bench`: what futures cost a client in another module, beside a peer.
@main
struct FuturesBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "futures-bench",
    abstract: "Measures futures against a peer, in time and allocations.",
    subcommands: [Measure.self, Allocations.self, Profile.self],
    defaultSubcommand: Measure.self
  )
}

/// Warns on standard error that numbers of an unoptimised build are meaningless.
func warnIfNotOptimised() {
  #if DEBUG
  let warning = "futures-bench: built without optimisation, compare nothing; add -c release.\n"
  FileHandle.standardError.write(Data(warning.utf8))
  #endif
}
