import ArgumentParser
import Foundation
import OrdersKit

struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tells the whole story: orders, kills, restarts, approvals, and what ran twice.",
    discussion: "It uses a folder of its own in the temporary folder, unless you name one."
  )

  @Option(help: "The folder of the files, which must not have orders.")
  var folder = FileManager.default.temporaryDirectory
    .appending(path: "tenon-orders-\(UUID().uuidString.prefix(8))").path

  @Option(help: "The store, such as postgres://…. Default: a file in the folder.")
  var store: String?

  private var place: String { store ?? URL(filePath: folder).appending(path: "orders.sqlite").path }

  @MainActor func run() async throws {
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    let shop = try await Shop.open(in: url, store: place)
    if try await !shop.orders().isEmpty {
      throw ValidationError("There are orders already; name another folder, or another store.")
    }
    say("The files are in \(folder).")
    let orders = ["order-1", "order-2", "order-3", "order-4"]
    try await part("four orders", ["submit", "--count", "\(orders.count)"])
    try await part("a process that kills itself in a step", ["work", "--die-in", "charge:2"])
    try await part("a process that is killed at any moment", ["work", "--die-within", "1.5"])
    try await part("a process that goes on until all orders wait", ["work", "--until-idle"])
    try await part("nothing runs now", ["list"])
    try await part("somebody approves, and no process works", ["approve"] + orders)
    try await part("a process that kills itself in the last step", ["work", "--die-in", "ship:3"])
    try await part("a process that does the rest", ["work", "--until-idle"])
    try await part("what ran twice, and what did not", ["report"])
  }

  /// Runs a part of the story in a separate process.
  private func part(_ title: String, _ arguments: [String]) async throws {
    say("\n# \(title)\n$ orders \(arguments.joined(separator: " "))")
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments + ["--folder", folder]
    // A URL may contain a password, which arguments would reveal.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TENON_STORE": place]) { $1 }
    let isDoomed = arguments.contains { $0.hasPrefix("--die") }
    try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in end.resume() }
      do { try process.run() } catch { end.resume(throwing: error) }
    }
    let isKilled =
      process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    if isKilled { say("Killed.") }
    let isExpected = isDoomed ? isKilled : process.terminationStatus == 0
    if !isExpected { throw ExitCode.failure }
  }
}
