#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif
internal import Synchronization

/// A hook that reports mistakes in the use of futures.
///
/// Without a handler, debug builds print one line to the standard error stream for each mistake
/// except double completion, and release builds do nothing, at no cost.
///
/// ```swift
/// Diagnostics.setHandler { diagnostic in log.warning("\(diagnostic)") }
/// ```
///
/// The handler is process-wide: mistakes occur on any thread, such as the one that releases the
/// last reference. The handler is called inline there, outside of any lock, and must not block.
public enum Diagnostics {
  /// A closure that handles a mistake.
  public typealias Handler = @Sendable (Diagnostic) -> Void

  /// A closure in a generic container gets another wrapper each time it is read in place; in a
  /// struct it does not.
  private struct Installed {
    var handler: Handler?
    /// Replaces `handler` for unobserved failures.
    var unobserved: Handler?

    var isEmpty: Bool { handler == nil && unobserved == nil }

    func handler(for kind: Diagnostic.Kind) -> Handler? {
      kind == .unobservedFailure ? unobserved ?? handler : handler
    }
  }

  private static let installed = Locked(Installed(handler: defaultHandler))
  private static let enabled = Atomic<Bool>(defaultHandler != nil)

  #if DEBUG
  private static let defaultHandler: Handler? = { diagnostic in
    if diagnostic.kind == .doubleCompletion { return }
    let line = "Futures: \(diagnostic)\n"
    line.utf8.withContiguousStorageIfAvailable { _ = write(2, $0.baseAddress, $0.count) }
  }
  #else
  private static let defaultHandler: Handler? = nil
  #endif

  /// Installs a handler, or silences diagnostics.
  ///
  /// - Parameter newHandler: The handler of mistakes from now on; `nil` to ignore them.
  /// - Returns: The handler that was installed before; install it again to restore it.
  @discardableResult
  public static func setHandler(_ newHandler: Handler?) -> Handler? {
    change { $0.handler = newHandler }.handler
  }

  /// Installs a handler that receives unobserved failures in place of the other one, or removes it.
  ///
  /// For façades whose predecessor had one.
  package static func setUnobservedFailureHandler(_ newHandler: Handler?) {
    _ = change { $0.unobserved = newHandler }
  }

  /// Changes the installed handlers.
  ///
  /// - Returns: The handlers that were installed before, for release outside of the lock.
  private static func change(_ change: (inout Installed) -> Void) -> Installed {
    installed.withLock { current in
      let old = current
      change(&current)
      enabled.store(!current.isEmpty, ordering: .relaxed)
      return old
    }
  }

  static var isEnabled: Bool { enabled.load(ordering: .relaxed) }

  package static func report(
    _ kind: Diagnostic.Kind,
    error: (any Error)? = nil,
    site: CreationSite? = nil,
    detail: String? = nil
  ) {
    guard let handler = installed.withLock({ $0 }).handler(for: kind) else { return }
    handler(Diagnostic(kind: kind, error: error, site: site, detail: detail))
  }

  /// Reports a share that is none, such as a percentage.
  static func checkShare(_ share: Double, of argument: String) {
    if (0...1).contains(share) { return }
    report(.invalidArgument, detail: "\(argument) takes a share from 0 to 1, not \(share)")
  }
}
