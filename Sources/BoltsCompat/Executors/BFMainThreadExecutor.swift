internal import Futures

/// The main thread, for closures that belong to the main actor.
///
/// The name ``BFExecutor/mainThread`` stands for a value of this type wherever a closure is passed
/// with it. The closure then belongs to the main actor, and may use its state:
///
/// ```swift
/// load(url).continueOnSuccessWith(.mainThread) { page in self.label.text = page.title }
/// ```
///
/// It runs at once if the caller is on the main queue, otherwise by way of the main queue.
public struct BFMainThreadExecutor: Sendable {
  @usableFromInline init() {}

  /// The main thread.
  public static let mainThread = BFMainThreadExecutor()

  /// Runs a closure on the main actor.
  ///
  /// - Parameter closure: The closure. Runs in this call if that is made on the main queue.
  @preconcurrency
  public func execute(_ closure: @escaping @MainActor @Sendable () -> Void) {
    BFExecutor.onMainThread.execute(withoutIsolation(closure))
  }
}

/// What ``BFExecutor`` conforms to so that `mainThread` has a second type.
///
/// Members of a type are preferred to those of its protocols, so `BFExecutor.mainThread` is an
/// executor like any other, except where only the type for closures of the main actor fits better.
public protocol _MainThreadNaming {}

extension _MainThreadNaming {
  /// The main thread, for closures that belong to the main actor.
  @_documentation(visibility: internal)
  public static var mainThread: BFMainThreadExecutor { .mainThread }
}

extension BFExecutor: _MainThreadNaming {
  /// The main thread as an executor like any other, whatever is passed with it.
  static var onMainThread: BFExecutor { mainThread }
}
