import ArgumentParser
import DurableWorkflows
import Foundation
import Futures
import Interruption
import OrdersKit

struct Work: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Works on the orders of the store, until Ctrl-C or SIGTERM."
  )

  @OptionGroup var location: Location

  @Flag(help: "End when no order is due: all wait, or have ended.")
  var untilIdle = false

  @Option(
    name: .customLong("die-in"),
    help: ArgumentHelp(
      "Kill this process when it has done a step, and not recorded it: 'charge' for the first time "
        + "that it does the step, 'charge:2' for the second.",
      valueName: "step"
    )
  )
  var dieIn: String?

  @Option(help: "The release of the program: 1, or 2, which thanks each customer in the end.")
  var release = 1

  @Option(help: ArgumentHelp("The time that a step takes.", valueName: "seconds"))
  var pause = 0.15

  @Option(
    name: .customLong("die-within"),
    help: ArgumentHelp("Kill this process at a random moment.", valueName: "seconds")
  )
  var dieWithin: Double?

  func validate() throws {
    if let dieIn, Doom(step: dieIn) == nil {
      throw ValidationError(
        "--die-in takes one of \(Doom.steps.joined(separator: ", ")), perhaps with a number."
      )
    }
    if !(1...2).contains(release) { throw ValidationError("--release is 1 or 2.") }
    if !(0...3600).contains(pause) {
      throw ValidationError("--pause takes a number of seconds, at most 3600.")
    }
    if let dieWithin, !(dieWithin > 0 && dieWithin <= 3600) {
      throw ValidationError("--die-within takes a number of seconds, at most 3600.")
    }
  }

  @MainActor func run() async throws {
    let interruption = Interruption([SIGINT, SIGTERM])
    let doom = dieIn.flatMap { Doom(step: $0) }
    let shop = try await location.open(
      doom: doom,
      pause: .seconds(pause),
      release: release,
      print: say
    )
    if let dieWithin { Doom.strike(after: .random(in: 0..<dieWithin)) }
    if untilIdle {
      let work = Task { await shop.work.work() }
      interruption.token.onCancel { work.cancel() }
      if await work.value == .interrupted { throw ExitCode(130) }
      say("No order is due.")
    } else {
      shop.work.start()
      await withCheckedContinuation { continuation in
        interruption.token.onCancel { continuation.resume() }
      }
      await shop.work.stop()
    }
  }
}
