import ArgumentParser

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
