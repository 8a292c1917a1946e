public import Futures

/// A counter of network activities that reports when the first one begins and the last one ends.
///
/// ```swift
/// let activity = NetworkActivity { isActive in spinner.isHidden = !isActive }
/// let page = try await activity.during { try await load(url) }
/// ```
///
/// The counter displays nothing by itself; the closure does. It is the successor of BkTask's
/// counter for the network activity indicator of iOS, which no longer exists.
public final class NetworkActivity: Sendable {
  private struct State {
    var count = 0
    /// The state that the closure has last received.
    var told = false
  }

  private let context: ExecutionContext
  private let onChange: @Sendable (Bool) -> Void
  private let state = Locked(State())

  /// Creates a counter at zero that calls a closure on a context.
  ///
  /// - Parameters:
  ///   - context: A serial context where the closure runs.
  ///   - onChange: Called alternately with `true`, when the count leaves zero, and with `false`,
  ///     when it returns. A change that is reverted before the closure runs is skipped.
  public init(
    on context: ExecutionContext,
    _ onChange: @escaping @Sendable (_ isActive: Bool) -> Void
  ) {
    self.context = context
    self.onChange = onChange
  }

  /// Creates a counter at zero that calls a closure where it is written.
  ///
  /// A closure in nonisolated code runs on the thread that changes the count, and its calls may
  /// overlap.
  ///
  /// - Parameter onChange: Called with `true` when the count leaves zero and with `false` when it
  ///   returns.
  public convenience init(
    @_inheritActorContext _ onChange: @escaping @Sendable @isolated(any) (_ isActive: Bool) -> Void
  ) {
    self.init(on: ExecutionContext(isolation: onChange.isolation), withoutIsolation(onChange))
  }

  /// The number of activities; never less than zero.
  public var count: Int { state.withLock { $0.count } }

  /// Begins an activity.
  public func begin() { change(by: 1) }

  /// Ends an activity; does nothing if the count is zero.
  public func end() { change(by: -1) }

  /// Counts an activity while a closure runs.
  ///
  /// - Parameter body: The activity.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
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
