public import Futures

/// Tells of errors that nobody ever looked at.
///
/// ```swift
/// BFUnobservedErrors.setHandler { unobserved in log.warning("\(unobserved)") }
/// ```
///
/// An error was looked at if ``BFTask/error``, ``BFTask/faulted`` or ``BFTask/cancelled`` was read,
/// if a continuation was registered on the task, or if somebody waited for it; a task made by a
/// continuation takes the duty over. The handler is called when the last reference to a failed task
/// goes and nobody did. In Bolts for Android that is up to the garbage collector; here it happens
/// at once, on the thread that drops the reference. Cancellations are not reported.
///
/// This is the part of `Diagnostics` that Bolts for Android has. The handler hears of all futures
/// in the process, not only of those behind a ``BFTask``.
public enum BFUnobservedErrors {
  /// What to do with an error that nobody looked at.
  public typealias Handler = @Sendable (BFUnobservedError) -> Void

  /// Installs a handler, or removes it.
  ///
  /// It goes before the handler in `Diagnostics`, whichever was installed first; that one hears of
  /// everything else. A handler that another one replaces is released.
  ///
  /// - Parameter handler: What to do with errors from now on. It is called inline, outside of any
  ///   lock, and must not block; it may trap. `nil` leaves them to the handler in `Diagnostics`.
  public static func setHandler(_ handler: Handler?) {
    guard let handler else { return Diagnostics.setUnobservedFailureHandler(nil) }
    Diagnostics.setUnobservedFailureHandler { diagnostic in
      guard let error = diagnostic.error else { return }
      handler(BFUnobservedError(error: error, site: diagnostic.site))
    }
  }
}

/// An error that nobody ever looked at.
public struct BFUnobservedError: Error, CustomStringConvertible {
  /// The error.
  public let error: any Error
  /// Where the chain of tasks began; `nil` in release builds, and if that is not known.
  public let site: CreationSite?

  /// The error, and where the chain of tasks began.
  public var description: String {
    let origin = site.map { " (created at \($0))" } ?? ""
    return "Nobody looked at the error of a task: \(type(of: error)): \(error)\(origin)"
  }
}
