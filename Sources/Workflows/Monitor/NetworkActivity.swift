public import Futures

/// Counts what is going on in the network, and says when there is something to show and when to
/// hide it.
///
/// ```swift
/// let activity = NetworkActivity { isActive in spinner.isHidden = !isActive }
/// let page = try await activity.during { try await load(url) }
/// ```
///
/// It shows nothing by itself: that is up to the closure. BkTask did this with the network activity
/// indicator of iOS, which is gone.
public final class NetworkActivity: Sendable {
  private struct State {
    var count = 0
    /// What the closure was told last.
    var told = false
  }

  private let context: ExecutionContext
  private let onChange: @Sendable (Bool) -> Void
  private let state = Locked(State())

  /// Makes a counter at zero that calls back on a context.
  ///
  /// - Parameters:
  ///   - context: A serial context where the closure runs.
  ///   - onChange: Called with true when the count leaves zero and with false when it is back, by
  ///     turns. A change that has been undone before the closure came to run is left out.
  public init(
    on context: ExecutionContext,
    _ onChange: @escaping @Sendable (_ isActive: Bool) -> Void
  ) {
    self.context = context
    self.onChange = onChange
  }

  /// Creates a counter at zero that calls back where the closure is written.
  ///
  /// A closure that is written in nonisolated code runs on the thread that changes the count, and
  /// its calls may overlap.
  ///
  /// - Parameter onChange: Called with `true` when the count leaves zero and with `false` when it
  ///   returns.
  public convenience init(
    @_inheritActorContext _ onChange: @escaping @Sendable @isolated(any) (_ isActive: Bool) -> Void
  ) {
    self.init(on: ExecutionContext(isolation: onChange.isolation), withoutIsolation(onChange))
  }

  /// How many activities there are; never less than zero.
  public var count: Int { state.withLock { $0.count } }

  /// Whether there is any activity.
  public var isActive: Bool { count > 0 }

  /// Counts an activity.
  public func begin() { change(by: 1) }

  /// Ends an activity; does nothing if there is none.
  public func end() { change(by: -1) }

  /// Counts an activity while a closure runs.
  ///
  /// - Parameter body: The activity.
  /// - Returns: What it returns.
  /// - Throws: What it throws.
  public nonisolated(nonsending) func during<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    begin()
    defer { end() }
    return try await body()
  }

  private func change(by amount: Int) {
    let hasTurned = state.withLock { state in
      let before = state.count
      state.count = max(0, before + amount)
      return (before > 0) != (state.count > 0)
    }
    if hasTurned { context { self.tell() } }
  }

  private func tell() {
    let news: Bool? = state.withLock { state in
      let isActive = state.count > 0
      if isActive == state.told { return nil }
      state.told = isActive
      return isActive
    }
    if let news { onChange(news) }
  }
}
