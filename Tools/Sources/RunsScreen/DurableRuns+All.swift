package import DurableWorkflows

extension DurableRuns {
  /// Passes all runs that a query finds to a closure, whatever its limit.
  package func forEach(_ query: RunQuery, _ body: (RunSummary) throws -> Void) async throws {
    var query = query
    query.limit = 1000
    while true {
      let page = try await list(query)
      try page.forEach(body)
      guard page.count == query.limit, let last = page.last else { return }
      query.after = last.id
    }
  }
}

extension Set<DurableRunStatus> {
  /// The statuses of runs that can be cancelled.
  package static let cancellable: Self = [.queued, .waiting, .running]
  /// The statuses of runs that can be continued.
  package static let retriable: Self = [.failed, .cancelled, .setAside]
}
