import Futures
@testable import Workflows

extension StepContext {
  /// Waits until the step has reported a fraction of the total progress of its run.
  func reported(_ fraction: Double) async {
    for await now in RunProgress(lane: run.root, changes: run.progressChanges) where now >= fraction
    {
      return
    }
  }
}
