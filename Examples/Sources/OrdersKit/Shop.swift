import DurableWorkflows
import Foundation
import Workflows

/// A shop whose orders survive its process.
package final class Shop {
  package let store: any RunStore
  package let runs: DurableRuns
  package let work: AppWork
  package let fulfil: Workflow<Order, Parcel>
  private let workshop: Workshop

  /// Returns the temporary folder of a store, because the bank and the journal of one store do not
  /// know the orders of another.
  ///
  /// - Parameter store: The location of the orders; `nil` for a file in the folder.
  /// - Returns: The folder, whose name does not contain a password.
  package static func folder(of store: String?) -> URL {
    let folder = FileManager.default.temporaryDirectory
    guard let store else { return folder.appending(path: "tenon-orders") }
    let url = URLComponents(string: store)
    let socket = url?.queryItems?.first { $0.name == "host" }?.value
    let place = [url?.host, url?.port.map(String.init), url?.path, socket].compactMap(\.self)
    let words = place.joined(separator: "-").split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    return folder.appending(path: "tenon-orders-\(words.joined(separator: "-").suffix(100))")
  }

  /// Opens the shop with its files in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the bank and the journal, which is created if it does not exist.
  ///   - store: The location of the orders: a file or a database `postgres://…`; `nil` for a file
  ///     in the folder.
  ///   - doom: The moment at which this process ends itself, if it does.
  ///   - pause: The duration of a step.
  ///   - patience: The time that an order waits before it can be shipped.
  ///   - release: The release of the program: 1, or 2, which has one more step.
  ///   - print: A closure that is called with each event, as one line.
  /// - Returns: The shop.
  /// - Throws: An error from the store or the file system.
  package static func open(
    in folder: URL,
    store: String? = nil,
    doom: Doom? = nil,
    pause: Duration = .milliseconds(150),
    patience: Duration = .seconds(3),
    release: Int = 1,
    print: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Shop {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = try await openStore(store ?? folder.appending(path: "orders.sqlite").path)
    return try Shop(
      store: store,
      folder: folder,
      doom: doom,
      pause: pause,
      patience: patience,
      release: release,
      print: print
    )
  }

  package init(
    store: any RunStore,
    folder: URL,
    doom: Doom? = nil,
    pause: Duration = .zero,
    patience: Duration = .zero,
    release: Int = 1,
    print: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    workshop = Workshop(
      in: folder,
      doom: doom,
      pause: pause,
      patience: patience,
      release: release,
      print: print
    )
    self.store = store
    fulfil = workshop.fulfilment()
    runs = try DurableRuns(
      store: store,
      workflows: [fulfil.durable()],
      // A short lease, so that the next process need not wait long for the runs of a killed one.
      options: DurableRunsOptions(
        lease: .seconds(1),
        pollInterval: .milliseconds(100),
        maxFruitlessClaims: 4
      ),
      onEvent: { event in if let line = Self.line(about: event) { print(line) } }
    )
    work = AppWork(on: runs)
  }

  /// Adds an order.
  ///
  /// Submitting the same order again returns the same run.
  package func submit(_ order: Order) async throws {
    try await runs.submit(fulfil, id: order.id, input: order)
  }

  /// Adds an order with a number that no other order has.
  ///
  /// Another process may take the number at the same time, for an order with the same content. The
  /// store would then have one run for both orders, so this method tries the next number.
  ///
  /// - Parameter make: Creates the order with a number.
  /// - Returns: The order that was added.
  /// - Throws: An error of the store.
  package func add(_ make: (_ number: Int) -> Order) async throws -> Order {
    var number = try await runs.counts().values.reduce(1, +)
    while true {
      let order = make(number)
      let submission = try runs.submission(of: fulfil, id: order.id, input: order)
      if try await store.submit(submission) == .new { return order }
      number += 1
    }
  }

  /// Approves an order for shipping.
  package func approve(_ order: String, by name: String) async throws -> SignalDelivery {
    try await runs.send(Approval(by: name), to: .approval, of: order)
  }

  /// Continues an order that was set aside, for example because it has killed its process too
  /// often.
  ///
  /// - Returns: Whether there is such an order.
  package func reopen(_ order: String) async throws -> Bool { try await runs.reopen(order) }

  /// Returns all orders, sorted by number.
  package func orders() async throws -> [RunSummary] {
    var orders: [RunSummary] = []
    var query = RunQuery(limit: 1000)
    while true {
      let page = try await runs.list(query)
      orders += page
      guard page.count == query.limit, let last = page.last else { break }
      query.after = last.id
    }
    return orders.sorted { $0.id.compare($1.id, options: .numeric) == .orderedAscending }
  }

  /// Returns a report of which steps ran, and how often.
  package func report() async throws -> Report {
    Report(
      orders: try await orders(),
      entries: try workshop.journal.entries(),
      requests: try workshop.bank.requests()
    )
  }

  nonisolated private static func line(about event: DurableRunsEvent) -> String? {
    switch event {
    case .claimed(let run, 1): "\(run): begins"
    case .claimed(let run, let epoch): "\(run): goes on (claim \(epoch))"
    case .parked(let run): "\(run): waits"
    case .ended(let run): "\(run): has ended"
    case .setAside(let run, let reason): "\(run): set aside: \(reason)"
    case .lost(let run): "\(run): is lost to another process"
    case .released(let run): "\(run): is given back"
    case .compensationFailed(let run, let step, let error): "\(run): \(step) not undone: \(error)"
    case .scheduled, .scheduleFailed: nil
    case .storeFailed(_, let error): "the store: \(error)"
    }
  }
}
