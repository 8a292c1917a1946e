import DurableWorkflows
import ToolSupport

/// A store, and its runs, whatever their workflows.
struct OpenedStore {
  let store: RunStore
  let runs: DurableRuns

  init(_ store: RunStore, pollInterval: Duration = .seconds(1)) throws(ToolError) {
    self.store = store
    do throws(WorkflowsRefused) {
      runs = try DurableRuns(
        store: store,
        workflows: [],
        options: DurableRunsOptions(pollInterval: pollInterval),
        clock: ToolContext.current.clock
      )
    } catch {
      throw ToolError(.failed, error.description)
    }
  }

  /// Queries the store, and describes the failure if the query fails.
  func ask<Answer: Sendable>(
    _ question: (OpenedStore) async throws -> Answer
  ) async throws(ToolError) -> Answer {
    do {
      return try await question(self)
    } catch let error as UnknownRun {
      throw Self.unknown(error.run)
    } catch let error as ToolError {
      throw error
    } catch {
      throw ToolError(.failed, "\(error)")
    }
  }

  /// Returns the state of a run in the store.
  ///
  /// - Throws: ``ToolError`` if the run does not exist.
  func details(of run: String) async throws(ToolError) -> RunDetails {
    guard let details = try await ask({ try await $0.runs.load(run) }) else {
      throw Self.unknown(run)
    }
    return details
  }

  static func unknown(_ run: String) -> ToolError {
    ToolError(.negative, "There is no run '\(run)'. 'tenon-runs list' names the runs of a store.")
  }
}
