import DurableWorkflows
import Foundation
import Workflows

/// A shop whose orders survive its process.
package final class Shop {
  package let runs: DurableRuns
  package let work: AppWork
  package let fulfil: Workflow<Order, Parcel>
  private let workshop: Workshop

  /// The name of the store in a folder.
  nonisolated static let file = "orders.sqlite"

  /// Opens the shop with its files in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the bank and the journal, which is created if it does not exist;
  ///     `nil` for the one that belongs to the store.
  ///   - store: The location of the orders: a file or a database `postgres://…`; `nil` for a file
  ///     in the folder, or in a temporary folder if there is none.
  ///   - doom: The moment at which this process ends itself, if it does.
  ///   - pause: The duration of a step.
  ///   - patience: The time that an order waits before it can be shipped.
  ///   - release: The release of the program: 1, or 2, which has one more step.
  ///   - print: A closure that is called with each event, as one line.
  /// - Returns: The shop.
  /// - Throws: An error from the store or the file system.
  package static func open(
    in folder: URL?,
    store: String? = nil,
    doom: Doom? = nil,
    pause: Duration = .milliseconds(150),
    patience: Duration = .seconds(3),
    release: Int = 1,
    print: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Shop {
    var folder = folder
    if store == nil, folder == nil {
      folder = FileManager.default.temporaryDirectory.appending(path: "tenon-orders")
    }
    if let folder { try create(folder) }
    let place = store ?? folder?.appending(path: Self.file).path ?? ""
    let opened = try await openStore(place)
    if folder == nil { try create(opened.folder) }
    return try Shop(
      store: opened.store,
      folder: folder ?? opened.folder,
      doom: doom,
      pause: pause,
      patience: patience,
      release: release,
      print: print
    )
  }

  private static func create(_ folder: URL) throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw NoFolder(path: folder.path)
    }
  }

  package init(
    store: RunStore,
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
      if try await runs.submit([submission]) == [.new] { return order }
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
  /// An order that was cancelled or has failed stays as it is, though its run could continue: what
  /// it had done is undone.
  ///
  /// - Returns: Whether there is such an order.
  package func reopen(_ order: String) async throws -> Bool {
    guard try await runs.load(order)?.summary.status == .setAside else { return false }
    return try await runs.reopen(order)
  }

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
      accounts: try workshop.bank.accounts()
    )
  }

  nonisolated private static func line(about event: DurableRunsEvent) -> String? {
    switch event {
    case .claimed(let run, 1): "\(run): begins"
    case .claimed(let run, let epoch): "\(run): goes on (claim \(epoch))"
    case .parked(let run): "\(run): waits"
    case .ended(let run): "\(run): has ended"
    case .setAside(let run, let reason): "\(run): set aside: \(reason)"
    case .lost(let run): "\(run): is no longer worked on here, because its lease has ended"
    case .released(let run): "\(run): is given back"
    case .compensationFailed(let run, let step, let error): "\(run): \(step) not undone: \(error)"
    case .skipped(let run, let steps): "\(run): goes on without \(steps.joined(separator: ", "))"
    case .scheduled, .scheduleFailed, .queuedForOthers, .calledAfterParking: nil
    case .storeFailed(_, let error): "the store: \(error)"
    }
  }
}

/// An error that reports a folder that cannot be used.
nonisolated struct NoFolder: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "'\(path)' is no folder, and cannot become one. Name another '--folder', in which you may write."
  }
}
