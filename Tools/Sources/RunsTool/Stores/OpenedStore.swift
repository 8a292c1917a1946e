import DurableWorkflows
import Foundation
import ToolSupport

/// A store, and the runs in it, of whichever workflows they are.
struct OpenedStore {
  let store: any RunStore
  let runs: DurableRuns

  init(_ store: any RunStore, pollInterval: Duration = .seconds(1)) throws(ToolError) {
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

  /// Asks the store, and says what it answers if it fails.
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

  /// Returns what the store knows of a run.
  ///
  /// - Throws: ``ToolError`` if there is none.
  func row(of run: String) async throws(ToolError) -> RunRow<Data> {
    guard let row = try await ask({ try await $0.store.load(run) }) else { throw Self.unknown(run) }
    return row
  }

  static func unknown(_ run: String) -> ToolError {
    ToolError(.negative, "There is no run '\(run)'. 'tenon-runs list' names the runs of a store.")
  }
}
