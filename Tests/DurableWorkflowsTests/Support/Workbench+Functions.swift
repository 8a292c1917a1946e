import DurableWorkflows
import Workflows

extension Workbench {
  typealias Function = @Sendable (Int, Steps) async throws -> String

  /// Runs one function until its run is parked, and another one from there on.
  ///
  /// - Returns: The value of the run, or why it has none.
  func outcome(
    of old: @escaping Function,
    _ new: Function? = nil,
    options: DurableRunsOptions = DurableRunsOptions(pollInterval: .seconds(6 * 3600))
  ) async throws -> String {
    let new = new ?? old
    let before = Workflow<Int, String>("f") { try await old($0, $1) }
    let after = Workflow<Int, String>("f") { try await new($0, $1) }
    let first = try process(before.durable(), options: options)
    let second = try process(after.durable(), options: options)
    return try await run {
      first.start()
      let run = try await first.submit(before, id: "a", input: 1)
      try await self.until { try await run.status == .waiting }
      await first.stop()
      second.start()
      var outcome: String
      do {
        outcome = try await second.run(of: after, id: "a").value
      } catch let error as DurableRunSetAside {
        outcome = error.reason
      } catch let error as DurableRunFailed {
        outcome = "\(error.type): \(error.message)"
      }
      await second.stop()
      return outcome
    }
  }
}
