public import Foundation
public import Futures

extension WorkflowRun {
  /// Returns a `Progress` that follows the run.
  ///
  /// ```swift
  /// bar.observedProgress = run.makeProgress()
  /// ```
  ///
  /// Cancelling the progress cancels the run. The progress is not a child of `Progress.current()`;
  /// add it to a larger one with `addChild`. It does not retain the run.
  ///
  /// - Note: On Linux, Foundation does not synchronize `Progress`: read it and its parents only in
  ///   `context`.
  ///
  /// - Parameters:
  ///   - unitCount: The number of units; values less than 1 count as 1.
  ///   - context: The serial context that updates the progress.
  /// - Returns: The progress.
  public func makeProgress(
    unitCount: Int64 = 1000,
    on context: ExecutionContext = .main
  ) -> Progress {
    let total = max(1, unitCount)
    let progress = Progress.discreteProgress(totalUnitCount: total)
    progress.cancellationHandler = { [weak core] in _ = core?.cancel(.requested) }
    let fractions = self.progress
    Task {
      for await fraction in fractions {
        // The product of a large number of units is rounded, and may exceed the range of the type.
        let part = Int64(exactly: (fraction * Double(total)).rounded(.down)) ?? total
        let units = fraction < 1 ? min(part, total) : total
        context { if progress.completedUnitCount != units { progress.completedUnitCount = units } }
      }
    }
    return progress
  }
}
