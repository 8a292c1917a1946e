public import Foundation
public import Futures

extension Future {
  /// Makes a `Progress` that is finished when this future settles, whatever the outcome.
  ///
  /// A future knows nothing of the way it has come, so the progress goes from nothing to
  /// everything. It is meant to be a part of something larger:
  ///
  /// ```swift
  /// let source = CancellationSource()
  /// let total = Progress.discreteProgress(totalUnitCount: 10)
  /// let page = download(url, cancellation: source.token)
  /// total.addChild(page.progress(cancelling: source), withPendingUnitCount: 8)
  /// total.addChild(page.map(parse).progress(), withPendingUnitCount: 2)
  /// ```
  ///
  /// The progress is no child of `Progress.current()`. It does not keep the future alive, nor the
  /// other way round once the future has settled, and it does not count as looking at a failure.
  ///
  /// - Note: On Apple platforms a `Progress` may be used from any thread. Foundation for Linux does
  ///   not synchronise it: name a serial `context` there, such as `.main`, and look at the
  ///   progress, and at its parents, only in that context.
  ///
  /// - Parameters:
  ///   - unitCount: How much the progress counts in its own measure, at least 1; less is taken as
  ///     1.
  ///   - context: Where the progress is updated; inline if you do not say, so on the thread that
  ///     completes the future.
  ///   - source: What `Progress.cancel()` cancels, on a thread of Foundation's choice. Without one
  ///     the progress is not cancellable.
  /// - Returns: The progress.
  public func progress(
    unitCount: Int64 = 1,
    on context: ExecutionContext = .inline,
    cancelling source: CancellationSource? = nil
  ) -> Progress {
    let progress = Progress.whole(unitCount: unitCount, cancelling: source)
    finish(progress, on: context)
    return progress
  }

  /// Brings a progress to its end when this future settles.
  func finish(_ progress: Progress, on context: ExecutionContext) {
    whenSettled {
      context { Progress.update { progress.completedUnitCount = progress.totalUnitCount } }
    }
  }
}

extension Sequence {
  /// Makes a `Progress` that counts how many of these futures have settled, whatever their outcome.
  ///
  /// ```swift
  /// let source = CancellationSource()
  /// let pages = urls.map { download($0, cancellation: source.token) }
  /// let progress = pages.progress(cancelling: source)
  /// ```
  ///
  /// Each future counts one unit. Without any future there is nothing to count: total and completed
  /// are zero. The progress is no child of `Progress.current()`.
  ///
  /// - Note: On Linux look at the progress only in `context`, which should then be serial, since
  ///   Foundation does not synchronise it there; see `Future.progress(unitCount:on:cancelling:)`.
  ///
  /// - Parameters:
  ///   - context: Where the progress is updated; inline if you do not say, so on the threads that
  ///     complete the futures.
  ///   - source: What `Progress.cancel()` cancels, on a thread of Foundation's choice. Without one
  ///     the progress is not cancellable.
  /// - Returns: The progress.
  public func progress<Value, Failure>(
    on context: ExecutionContext = .inline,
    cancelling source: CancellationSource? = nil
  ) -> Progress where Element == Future<Value, Failure> {
    let futures = Array(self)
    let total = Progress.whole(unitCount: Int64(futures.count), cancelling: source, minimum: 0)
    let parts = futures.map { _ in
      Progress(totalUnitCount: 1, parent: total, pendingUnitCount: 1)
    }
    for (future, part) in zip(futures, parts) { future.finish(part, on: context) }
    return total
  }
}

extension Progress {
  fileprivate static func whole(
    unitCount: Int64,
    cancelling source: CancellationSource?,
    minimum: Int64 = 1
  ) -> Progress {
    let progress = Progress.discreteProgress(totalUnitCount: Swift.max(minimum, unitCount))
    progress.isCancellable = source != nil
    if let source { progress.cancellationHandler = { source.cancel() } }
    return progress
  }

  #if canImport(Darwin)
  fileprivate static func update(_ body: () -> Void) { body() }
  #else
  /// Keeps updates apart: those of two parts of a whole both change the whole.
  ///
  /// Not of nothing: the thread sanitizer takes a change of nothing for one of the lock itself.
  private static let updates = Locked(false)

  fileprivate static func update(_ body: () -> Void) { updates.withLock { _ in body() } }
  #endif
}
