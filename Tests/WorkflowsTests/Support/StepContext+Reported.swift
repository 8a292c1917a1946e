import Futures
@testable import Workflows

extension StepContext {
  /// Waits until the step has reported this much, of all that there is to do in its run.
  func reported(_ fraction: Double) async {
    for await now in RunProgress(lane: run.root, changes: run.progressChanges) where now >= fraction
    {
      return
    }
  }
}
