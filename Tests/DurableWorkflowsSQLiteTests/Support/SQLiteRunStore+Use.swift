#if SQLite
@_spi(Stores) import DurableWorkflows
import Foundation
import Testing
import Workflows

@testable import DurableWorkflowsSQLite

extension SQLiteRunStore {
  @discardableResult
  func submit(_ id: String, delay: Duration = .zero) async throws -> SubmissionAnswer {
    let input = Data("input".utf8)
    return try await submit(RunSubmission(id: id, workflow: "flow", input: input, delay: delay))
  }

  func claim(
    by worker: String = "worker",
    limit: Int = 1,
    lease: Duration = .seconds(60)
  ) async throws -> ClaimAnswer {
    try await claim(
      ClaimRequest(worker: worker, workflows: [WorkflowVersion("flow")], lease: lease, limit: limit)
    )
  }

  /// Records an output of a run that has been claimed once.
  func record(
    _ name: String,
    _ value: Data = Data("value".utf8),
    of run: String = "run",
    token: Int = 1
  ) async throws -> WriteAnswer {
    try await commit(
      RunWrite(
        run: run,
        epoch: 1,
        token: token,
        changes: [.record(.root.appending(name), value, isCompensated: false)],
        continuation: .keep
      )
    )
  }
}

/// Returns the store error that an operation throws.
func refusal(
  _ body: () async throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> SQLiteRunStoreError {
  let error = await #expect(throws: SQLiteRunStoreError.self, sourceLocation: sourceLocation) {
    try await body()
  }
  return try #require(error, sourceLocation: sourceLocation)
}
#endif
