public import Futures

/// Tells of errors that nobody ever looked at.
///
/// ```swift
/// BFUnobservedErrors.setHandler { unobserved in log.warning("\(unobserved)") }
/// ```
///
/// An error was looked at if ``BFTask/error``, ``BFTask/faulted`` or ``BFTask/cancelled`` was read, if a
/// continuation was registered on the task, or if somebody waited for it; a task made by a continuation takes
/// the duty over. The handler is called when the last reference to a failed task goes and nobody did. In
/// Bolts for Android that is up to the garbage collector; here it happens at once, on the thread that drops the
/// reference. Cancellations are not reported.
///
/// This is the part of `Diagnostics` that Bolts for Android has. The handler hears of all futures in the
/// process, not only of those behind a ``BFTask``.
public enum BFUnobservedErrors {
  /// What to do with an error that nobody looked at.
  public typealias Handler = @Sendable (BFUnobservedError) -> Void

  private struct Installed {
    var handler: Handler?
    /// Tells the newest of our handlers in `Diagnostics` from older ones, which only pass on.
    var generation = 0
  }

  private static let installed = Locked(Installed())

  /// Installs a handler, or removes it.
  ///
  /// Other kinds of diagnostics go where they went before. Installing a handler in `Diagnostics` later takes
  /// this one's place.
  ///
  /// - Parameter handler: What to do with errors from now on. It is called inline, outside of any lock, and
  ///   must not block; it may trap. `nil` leaves them to the handler in `Diagnostics`.
  public static func setHandler(_ handler: Handler?) {
    let generation = installed.withLock { installed in
      installed.handler = handler
      installed.generation += 1
      return installed.generation
    }
    if handler == nil { return }
    let previous = Previous()
    let replaced = Diagnostics.setHandler { diagnostic in
      let installed = installed.withLock { $0 }
      if diagnostic.kind == .unobservedFailure, let error = diagnostic.error,
        installed.generation == generation, let handler = installed.handler
      {
        handler(BFUnobservedError(error: error, site: diagnostic.site))
      } else {
        previous.handle(diagnostic)
      }
    }
    previous.set(replaced)
  }

  /// The handler that was installed in `Diagnostics` before ours.
  private final class Previous: Sendable {
    private struct Content {
      var handler: Diagnostics.Handler?
    }

    private let content = Locked(Content())

    func set(_ handler: Diagnostics.Handler?) { content.withLock { $0.handler = handler } }

    func handle(_ diagnostic: Diagnostic) { content.withLock { $0 }.handler?(diagnostic) }
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
