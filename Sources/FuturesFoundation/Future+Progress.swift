public import Foundation
public import Futures

extension Future {
  /// Returns a `Progress` that finishes when this future settles, with any outcome.
  ///
  /// A future has no intermediate progress, so the fraction changes from zero to one. Use the
  /// progress as a part of a larger one:
  ///
  /// ```swift
  /// let source = CancellationSource()
  /// let total = Progress.discreteProgress(totalUnitCount: 10)
  /// let page = download(url, cancellation: source.token)
  /// total.addChild(
  ///   page.progress(cancelling: source),
  ///   withPendingUnitCount: 8
  /// )
  /// total.addChild(page.map(parse).progress(), withPendingUnitCount: 2)
  /// ```
  ///
  /// The progress is not a child of `Progress.current()`. It does not retain the future, nor is it
  /// retained after the future has settled. It does not count as an observer of a failure.
  ///
  /// - Note: On Apple platforms you can use a `Progress` from any thread. On Linux, Foundation does
  ///   not synchronize it: pass a serial `context`, such as `.main`, and read the progress and its
  ///   parents only in that context.
  ///
  /// - Parameters:
  ///   - unitCount: The number of units; values less than 1 count as 1.
  ///   - context: Where the progress is updated; by default inline, on the thread that completes
  ///     the future.
  ///   - source: The source that `Progress.cancel()` cancels, on a thread of Foundation's choice.
  ///     Without a source the progress is not cancellable.
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

  /// Completes a progress when this future settles.
  func finish(_ progress: Progress, on context: ExecutionContext) {
    whenSettled {
      context { Progress.update { progress.completedUnitCount = progress.totalUnitCount } }
    }
  }
}

extension Sequence {
  /// Returns a `Progress` that counts how many of these futures have settled, with any outcome.
  ///
  /// ```swift
  /// let source = CancellationSource()
  /// let pages = urls.map { download($0, cancellation: source.token) }
  /// let progress = pages.progress(cancelling: source)
  /// ```
  ///
  /// Each future counts one unit. The progress of no futures has zero units, all completed. The
  /// progress is not a child of `Progress.current()`.
  ///
  /// - Note: On Linux, Foundation does not synchronize `Progress`: pass a serial `context`, and
  ///   read the progress only in that context; see `Future.progress(unitCount:on:cancelling:)`.
  ///
  /// - Parameters:
  ///   - context: Where the progress is updated; by default inline, on the threads that complete
  ///     the futures.
  ///   - source: The source that `Progress.cancel()` cancels, on a thread of Foundation's choice.
  ///     Without a source the progress is not cancellable.
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
  /// A lock that serializes updates, as the updates of two parts of a whole both change the whole.
  ///
  /// The value is a `Bool` and not `Void`: the thread sanitizer mistakes a change of an empty value
  /// for a change of the lock itself.
  private static let updates = Locked(false)

  fileprivate static func update(_ body: () -> Void) { updates.withLock { _ in body() } }
  #endif
}
