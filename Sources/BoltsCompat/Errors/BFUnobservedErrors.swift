public import Futures

/// A namespace for the handler of errors that no code observed.
///
/// ```swift
/// BFUnobservedErrors.setHandler { unobserved in
///   log.warning("\(unobserved)")
/// }
/// ```
///
/// Reading ``BFTask/error``, ``BFTask/faulted`` or ``BFTask/cancelled``, registering a
/// continuation, and waiting for the task all observe its error. The task that a continuation
/// returns must be observed in turn. If the error of a task has not been observed when the last
/// reference to the task is released, the handler is called on the thread that releases it. In
/// Bolts for Android, the garbage collector decides when that happens. Cancellations are not
/// reported.
///
/// This is the part of `Diagnostics` that Bolts for Android has. The handler receives the errors of
/// all futures in the process, not only of those that underlie a ``BFTask``.
public enum BFUnobservedErrors {
  /// A closure that handles an error that no code observed.
  public typealias Handler = @Sendable (BFUnobservedError) -> Void

  /// Installs or removes the handler.
  ///
  /// It takes precedence over the handler in `Diagnostics`, whichever was installed first; that
  /// handler receives all other diagnostics. A handler that is replaced is released.
  ///
  /// - Parameter handler: The handler. It is called inline without a lock held, and must not block;
  ///   it may trap. With `nil`, the handler in `Diagnostics` receives these errors.
  public static func setHandler(_ handler: Handler?) {
    guard let handler else { return Diagnostics.setUnobservedFailureHandler(nil) }
    Diagnostics.setUnobservedFailureHandler { diagnostic in
      guard let error = diagnostic.error else { return }
      handler(BFUnobservedError(error: error, site: diagnostic.site))
    }
  }
}

/// An error that no code observed.
public struct BFUnobservedError: Error, CustomStringConvertible {
  /// The error.
  public let error: any Error
  /// The place where the chain of tasks began; `nil` in release builds, and if it is not known.
  public let site: CreationSite?

  /// The error, and the place where the chain of tasks began.
  public var description: String {
    let origin = site.map { " (created at \($0))" } ?? ""
    return "The error of a task was not observed: \(type(of: error)): \(error)\(origin)"
  }
}
