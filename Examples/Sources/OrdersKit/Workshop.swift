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

  /// Returns the steps of an order.
  ///
  /// Recorded steps never run again. Steps without a checkpoint, and steps whose process ends
  /// before they are recorded, may run again.
  ///
  /// The second release of the shop thanks each customer. This step comes after all others, so
  /// orders that the first release has begun continue with the second one.
  func fulfilment() -> Workflow<Order, Parcel> {
    release < 2 ? firstRelease() : firstRelease().appending(thanks().checkpoint())
  }

  private func thanks() -> Perform<Parcel, Parcel> {
    Perform("thank") { (parcel: Parcel) in
      try await Task.sleep(for: self.pause)
      self.print("\(parcel.order.id): the customer is thanked")
      return parcel
    }
  }

  private func firstRelease() -> Workflow<Order, Parcel> {
    Workflow("fulfil order") {
      Perform("reserve") { (order: Order) in
        try await self.perform(.reserve, for: order) { Reservation(order: order, shelf: 7) }
      }
      .checkpoint()
      .compensate { reservation in
        self.print("\(reservation.order.id): the \(reservation.order.item) is put back")
      } inDoubt: { _ in
        // The shelf has no list in this example: what is not recorded as reserved is free.
      }
      Perform.withContext("charge") { (reservation: Reservation, context) in
        let key = context.idempotencyKey
        return try await self.perform(.charge, for: reservation.order) {
          let receipt = try await self.bank.charge(for: reservation.order, key: key)
          return Receipt(order: reservation.order, number: receipt, key: key)
        }
      }
      .retry(Self.patient)
      .checkpoint()
      .compensate { receipt in
        try await self.refund(receipt.key)
        self.print("\(receipt.order.id): the money is given back")
      } inDoubt: { key in
        // The process has ended before it knew whether the bank has charged. The bank does.
        if try await self.refund(key) { self.print("\(key): the money is given back") }
      }
      // Time for the customer to withdraw, which occupies no process.
      Wait(for: patience, name: "time to withdraw")
      WaitForSignal(.approval)
      Perform("pack") { (receipt: Receipt, approval: Approval) in
        try await self.perform(.pack, for: receipt.order) {
          Parcel(order: receipt.order, approvedBy: approval.by)
        }
      }
      Perform("ship") { (parcel: Parcel) in
        try await self.perform(.ship, for: parcel.order) { parcel }
      }
      .checkpoint()
    }
  }

  /// Gives money back, in several attempts: nobody else does it later.
  @discardableResult
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
