internal import Futures

/// The main thread, for closures that belong to the main actor.
///
/// If you pass a closure with it, the name ``BFExecutor/mainThread`` refers to a value of this
/// type. The closure then belongs to the main actor, and may use its state:
///
/// ```swift
/// load(url).continueOnSuccessWith(.mainThread) { page in
///   self.label.text = page.title
/// }
/// ```
///
/// The closure runs at once if the caller is on the main queue, otherwise through the main queue.
public struct BFMainThreadExecutor: Sendable {
  @usableFromInline init() {}

  /// The main thread.
  public static let mainThread = BFMainThreadExecutor()

  /// Runs a closure on the main actor.
  ///
  /// - Parameter closure: The closure. On the main queue, it runs in this call.
  @preconcurrency
  public func execute(_ closure: @escaping @MainActor @Sendable () -> Void) {
    BFExecutor.onMainThread.execute(withoutIsolation(closure))
  }
}

/// A protocol that gives `mainThread` of ``BFExecutor`` a second type.
///
/// The compiler prefers members of a type to those of its protocols. `BFExecutor.mainThread` is
/// therefore an executor like any other, except where only the type for closures of the main actor
/// fits. The protocol is public because its extension member is.
public protocol _MainThreadNaming {}

extension _MainThreadNaming {
  /// The main thread, for closures that belong to the main actor.
  @_documentation(visibility: internal)
  public static var mainThread: BFMainThreadExecutor { .mainThread }
}

extension BFExecutor: _MainThreadNaming {
  /// The main thread as an executor like any other, regardless of the closure that is passed with
  /// it.
  static var onMainThread: BFExecutor { mainThread }
}
