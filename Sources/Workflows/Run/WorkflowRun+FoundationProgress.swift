public import Foundation
public import Futures

extension WorkflowRun {
  /// Makes a `Progress` that follows the run.
  ///
  /// ```swift
  /// bar.observedProgress = run.makeProgress()
  /// ```
  ///
  /// Cancelling it cancels the run. It is no child of `Progress.current()`, but can be made a part
  /// of a larger one with `addChild`. It does not keep the run.
  ///
  /// - Note: Foundation for Linux does not synchronise `Progress`: look at it, and at its parents,
  ///   only in `context` there.
  ///
  /// - Parameters:
  ///   - unitCount: How finely it counts; less than 1 is taken as 1.
  ///   - context: A serial context in which it is updated.
  /// - Returns: The progress.
  public func makeProgress(
    unitCount: Int64 = 1000,
    on context: ExecutionContext = .main
  ) -> Progress {
    let total = max(1, unitCount)
    let progress = Progress.discreteProgress(totalUnitCount: total)
    progress.cancellationHandler = { [weak core] in _ = core?.cancel() }
    let fractions = self.progress
    Task {
      for await fraction in fractions {
        // Large numbers of units are rounded on the way, and may be too many then.
        let part = Int64(exactly: (fraction * Double(total)).rounded(.down)) ?? total
        let units = fraction < 1 ? min(part, total) : total
        context { if progress.completedUnitCount != units { progress.completedUnitCount = units } }
      }
    }
    return progress
  }
}
