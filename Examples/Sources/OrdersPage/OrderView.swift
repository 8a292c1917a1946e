import DurableWorkflows
import Foundation
import OrdersKit
import Workflows

/// The data of an order that the pages show.
struct OrderView: Identifiable, Sendable {
  /// A recorded step.
  struct Step: Hashable, Sendable {
    let name: String
    /// The time of the record, and the duration of the step, both in milliseconds.
    let time: StoreTime
    let took: Int
  }

  let id: String
  let status: DurableRunStatus
  /// `nil` if the input is that of another version.
  let order: Order?
  /// The recorded fraction, from 0 to 1; `nil` if this program does not know the workflow.
  let fraction: Double?
  let message: String?
  let submitted: StoreTime
  let ended: StoreTime?
  /// Whether the order is waiting for the approval.
  let awaitsApproval: Bool
  let isApproved: Bool
  let isCancelRequested: Bool
  let steps: [Step]

  init(_ id: String, _ row: RunRow<Data>, now: StoreTime, fraction: Double?) {
    self.id = id
    status = row.status(at: now)
    order = try? JSONRunCodec().decode(Order.self, from: row.input)
    self.fraction = fraction
    message = row.message
    submitted = row.submitted
    ended = row.ended
    let approval = Signal<Approval>.approval.name
    // The last awaited signal is still known after the order has ended.
    awaitsApproval =
      status == .waiting && row.awaited.contains(approval) && row.signals[approval] == nil
    isApproved = row.signals[approval] != nil
    isCancelRequested = row.isCancelRequested
    steps = row.records.sorted { $0.value.sequence < $1.value.sequence }
      .filter { !$0.key.description.hasPrefix("/%") }
      .map { Step(name: String($0.key.name), time: $0.value.time, took: $0.value.took) }
  }

  /// Whether the order is in progress or may continue.
  var isActive: Bool {
    switch status {
    case .queued, .waiting, .running: true
    case .succeeded, .failed, .cancelled, .setAside: false
    }
  }
}
