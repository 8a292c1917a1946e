#if PostgreSQL
@_spi(Stores) import DurableWorkflows
import Foundation
import Workflows

@testable import DurableWorkflowsPostgreSQL

extension PostgreSQLRunStore {
  @discardableResult
  func submit(_ id: String, delay: Duration = .zero) async throws -> SubmissionAnswer {
    let input = Data("input".utf8)
    return try await submit(RunSubmission(id: id, workflow: "flow", input: input, delay: delay))
  }

  func claim(
    by worker: String = "worker",
    limit: Int = 1,
    queues: [RunQueue] = []
  ) async throws -> ClaimAnswer {
    try await claim(
      ClaimRequest(
        worker: worker,
        workflows: [WorkflowVersion("flow")],
        lease: .seconds(60),
        limit: limit,
        queues: queues
      )
    )
  }

  /// Records an output of a run that has been claimed once.
  @discardableResult
  func record(_ name: String, of run: String = "run") async throws -> WriteAnswer {
    try await commit(
      RunWrite(
        run: run,
        epoch: 1,
        token: 1,
        changes: [.record(.root.appending(name), Data("value".utf8), isCompensated: false)],
        continuation: .keep
      )
    )
  }
}
#endif
