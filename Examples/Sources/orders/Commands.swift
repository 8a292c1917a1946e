import ArgumentParser
import DurableWorkflows
import Foundation
import OrdersKit

struct Submit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Adds orders to the store.")

  @OptionGroup var location: Location

  @Option(help: "How many orders.")
  var count = 1

  func validate() throws {
    if count < 1 { throw ValidationError("--count must be at least 1.") }
  }

  @MainActor func run() async throws {
    let shop = try await location.open()
    let items = ["lamp", "chair", "table", "shelf"]
    for _ in 0..<count {
      let order = try await shop.add { number in
        Order(id: "order-\(number)", item: items[number % items.count], amount: 10 * number)
      }
      say("\(order.id): \(order.item), submitted")
    }
  }
}

struct Approve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Allows that an order is sent.")

  @OptionGroup var location: Location

  @Argument(help: "The orders.")
  var orders: [String]

  @Option(help: "Who allows it.")
  var by = "Mia"

  @MainActor func run() async throws {
    let shop = try await location.open()
    var isFine = true
    for order in orders {
      switch try await shop.approve(order, by: by) {
      case .kept: say("\(order): approved by \(by)")
      case .taken:
        say("\(order): was approved before")
        isFine = false
      case .ended:
        say("\(order): has ended")
        isFine = false
      case .unknown:
        say("\(order): there is no such order")
        isFine = false
      }
    }
    if !isFine { throw ExitCode.failure }
  }
}

struct Reopen: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Continues orders that were set aside, because their processes died too often."
  )

  @OptionGroup var location: Location

  @Argument(help: "The orders.")
  var orders: [String]

  @MainActor func run() async throws {
    let shop = try await location.open()
    var isFine = true
    for order in orders {
      let isReopened = try await shop.reopen(order)
      say("\(order): \(isReopened ? "goes on" : "is not set aside")")
      isFine = isFine && isReopened
    }
    if !isFine { throw ExitCode.failure }
  }
}

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Shows how the orders stand.")

  @OptionGroup var location: Location

  @MainActor func run() async throws {
    let shop = try await location.open()
    for order in try await shop.orders() {
      say("\(order.id): \(order.status.rawValue)\(order.message.map { " (\($0))" } ?? "")")
    }
  }
}

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Shows what ran twice, and what did not."
  )

  @OptionGroup var location: Location

  @MainActor func run() async throws {
    let report = try await location.open().report()
    say("\(report)")
    if !report.isFine { throw ExitCode.failure }
  }
}
