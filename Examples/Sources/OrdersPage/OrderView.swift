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

  init(_ run: RunDetails, fraction: Double?) {
    id = run.id
    status = run.summary.status
    order = try? JSONRunCodec().decode(Order.self, from: run.input)
    self.fraction = fraction
    message = run.summary.message
    submitted = run.summary.submitted
    ended = run.summary.ended
    let approval = Signal<Approval>.approval.name
    isApproved = run.signals.contains { $0.name == approval }
    // The last awaited signal is still known after the order has ended.
    awaitsApproval =
      status == .waiting && run.awaitedSignals.contains(approval) && !isApproved
    isCancelRequested = run.isCancelRequested
    steps = run.steps.compactMap { step in
      guard let time = step.time, let took = step.took else { return nil }
      return Step(name: step.name, time: time, took: took)
    }
  }

  /// Whether the order is in progress or may continue.
  var isActive: Bool {
    switch status {
    case .queued, .waiting, .running: true
    case .succeeded, .failed, .cancelled, .setAside: false
    }
  }
}
