import DurableWorkflows
import Foundation
import Futures
import Workflows

/// A workshop that performs the steps of an order.
///
/// It belongs to the main actor, as in an app: its steps run there and change its properties.
final class Workshop {
  let bank: Bank
  let journal: Journal
  private let doom: Doom?
  private let pause: Duration
  private let patience: Duration
  private let release: Int
  private let print: @Sendable (String) -> Void
  private var done: [Journal.Step: Int] = [:]

  init(
    in folder: URL,
    doom: Doom?,
    pause: Duration,
    patience: Duration,
    release: Int,
    print: @escaping @Sendable (String) -> Void
  ) {
    bank = Bank(ledger: folder.appending(path: "bank.jsonl"))
    journal = Journal(at: folder.appending(path: "journal.jsonl"))
    self.doom = doom
    self.pause = pause
    self.patience = patience
    self.release = release
    self.print = print
  }

  /// Returns how an order is fulfilled.
  ///
  /// Recorded steps never run again. A step whose process ends before it is recorded runs again.
  ///
  /// The second release of the shop thanks each customer. This step comes after all others, so
  /// orders that the first release has begun continue with the second one.
  func fulfilment() -> Workflow<Order, Parcel> {
    Workflow("fulfil order") { (order: Order, run: Steps) in
      try await run.step("reserve") {
        try await self.perform(.reserve, for: order) {}
      } undo: { _ in
        // The shelf has no list in this example: what is not recorded as reserved is free.
        self.print("\(order.id): the \(order.item) is put back")
      }
      try await run.step("charge", retry: Self.patient) { step in
        try await self.perform(.charge, for: order) {
          try await self.bank.charge(for: order, key: step.idempotencyKey)
        }
      } undo: { _, step in
        // If the process has ended before it knew whether the bank has charged: the bank does.
        if try await self.refund(step.idempotencyKey) {
          self.print("\(order.id): the money is given back")
        }
      }
      // Time for the customer to withdraw, which occupies no process.
      try await run.wait(for: self.patience, name: "time to withdraw")
      let approval = try await run.signal(.approval)
      try await run.step("pack") { try await self.perform(.pack, for: order) {} }
      try await run.step("ship") { try await self.perform(.ship, for: order) {} }
      if self.release > 1 {
        try await run.step("thank") {
          try await Task.sleep(for: self.pause)
          self.print("\(order.id): the customer is thanked")
        }
      }
      return Parcel(order: order, approvedBy: approval.by)
    }
  }

  /// Gives money back, in several attempts: nobody else does it later.
  private func refund(_ key: String) async throws -> Bool {
    let bank = bank
    return try await withRetry(Self.patient) { try await bank.refund(key: key) }
  }

  private static let patient = RetryPolicy(
    attempts: 5,
    backoff: .exponential(initial: .milliseconds(200)),
    shouldRetry: { error, _ in !(error is KeyIsRefunded) }
  )

  /// Performs a step, notes that it has run, and ends the process if its time has come.
  private func perform<Output>(
    _ step: Journal.Step,
    for order: Order,
    _ body: () async throws -> Output
  ) async throws -> Output {
    let before = try journal.entries().count
    try await Task.sleep(for: pause)
    let output = try await body()
    try await journal.note(step, of: order.id, after: before)
    done[step, default: 0] += 1
    if doom == Doom(step: step, time: done[step, default: 0]) {
      Doom.strike("\(order.id): \(step.rawValue) is done, and not recorded")
    }
    return output
  }
}
