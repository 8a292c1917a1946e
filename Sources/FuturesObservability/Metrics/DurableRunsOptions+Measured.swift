#if Observability
public import CoreMetrics
@_spi(Stores) public import DurableWorkflows
internal import Foundation

extension DurableRunsOptions {
  /// Returns options for durable runs whose states, waits, and lost leases are counted.
  ///
  /// ```swift
  /// let options = DurableRunsOptions().measured(as: "orders")
  /// ```
  ///
  /// The counter `label.events` has the dimensions `event`, `workflow`, and `version`. Events are
  /// those of `DurableRunsEvent` that this process reports: `claimed`, `parked`, `lost`,
  /// `released`, `setAside`, `compensationFailed`, `scheduled`, `scheduleFailed`, and
  /// `storeFailed`, and, in place of `ended`, the outcome: `succeeded`, `failed`, or `cancelled`.
  /// The workflow and the version of an event that is not about one run are empty. `parked` counts
  /// the waits that began, and `lost` the leases that another process may have.
  ///
  /// The timer `label.start`, with the dimensions `workflow` and `version`, records the time from
  /// the submission of a run to the beginning of its first execution, including its delay. The
  /// timer `label.run`, with the dimensions `workflow`, `version`, and `outcome`, records the time
  /// from its submission to its end. Both are measured by the clock of the store, in milliseconds.
  ///
  /// If metrics are not bootstrapped, the result is the same options.
  ///
  /// - Parameters:
  ///   - label: The common part of the names.
  ///   - metrics: The factory of the metrics.
  /// - Returns: The options.
  public func measured(
    as label: String = "durable",
    metrics: any MetricsFactory = MetricsSystem.factory
  ) -> DurableRunsOptions {
    if metrics.isDiscarding { return self }
    var options = self
    options.counting = DurableRunMetrics(label: label, metrics: metrics)
    return options
  }
}

extension DurableRuns {
  /// Records the number of runs in the store by status.
  ///
  /// The gauge `label.runs` has the dimension `status`, such as `queued` or `setAside`. Call this
  /// method periodically in one of the processes that work on the store: the numbers cover the
  /// whole store.
  ///
  /// - Parameters:
  ///   - label: The common part of the names.
  ///   - metrics: The factory of the metrics.
  /// - Throws: An error from the store. In that case, nothing is recorded.
  public func recordCounts(
    as label: String = "durable",
    metrics: any MetricsFactory = MetricsSystem.factory
  ) async throws {
    let counts = try await counts()
    for status in DurableRunStatus.allCases {
      Gauge(label: "\(label).runs", dimensions: [("status", status.rawValue)], factory: metrics)
        .record(counts[status] ?? 0)
    }
  }
}

private struct DurableRunMetrics: DurableRunCounting {
  let label: String
  let metrics: any MetricsFactory

  func happened(_ event: DurableRunsEvent, to row: RunRow<Data>?, at now: StoreTime?) {
    let name = event.name(row)
    let workflow = [
      ("workflow", row?.workflow ?? ""), ("version", row.map { "\($0.version)" } ?? ""),
    ]
    Counter(label: "\(label).events", dimensions: [("event", name)] + workflow, factory: metrics)
      .increment()
    guard let row, let now else { return }
    let age = Duration.milliseconds(now - row.submitted)
    switch event {
    case .claimed(run: _, epoch: 1): metrics.record(age, as: "\(label).start", workflow)
    case .ended: metrics.record(age, as: "\(label).run", workflow + [("outcome", name)])
    default: break
    }
  }
}

extension DurableRunsEvent {
  /// Returns the name of the event for dimensions.
  fileprivate func name(_ row: RunRow<Data>?) -> String {
    switch self {
    case .claimed: "claimed"
    case .parked: OutcomeName.parked
    case .ended:
      switch row?.state {
      case .ended(.failure(.cancelled)): OutcomeName.cancelled
      case .ended(.failure): OutcomeName.failed
      default: OutcomeName.succeeded
      }
    case .setAside: OutcomeName.setAside
    case .lost: OutcomeName.lost
    case .released: OutcomeName.released
    case .compensationFailed: "compensationFailed"
    case .scheduled: "scheduled"
    case .scheduleFailed: "scheduleFailed"
    case .queuedForOthers: "queuedForOthers"
    case .skipped: "skipped"
    case .calledAfterParking: "calledAfterParking"
    case .storeFailed: "storeFailed"
    }
  }
}
#endif
