/// Gathers the settled cells of several futures in input order.
///
/// One counter and one array made in advance, whatever the number of futures. It holds no input that has
/// not settled, so it keeps nobody's work alive; a settled cell refers to nothing but its outcome.
final class Collector: Sendable {
  /// When the result is known.
  enum Policy {
    /// The first failure in input order, as soon as all inputs before it have succeeded.
    case inOrder
    /// The first failure in time.
    case failFast
    /// Nothing before all inputs have settled.
    case waitForAll
    /// The first success in time.
    case firstSuccess
  }

  /// How it ended.
  enum Ending {
    /// Every input is there, in input order.
    case complete([Cell])
    /// This input decided early.
    case decided(by: Cell)
  }

  private struct State {
    var sources: [Cell?]
    var missing: Int
    /// The index before which all inputs have succeeded.
    var succeeded = 0
    var isOver = false
    /// Told how it ended, and given up then: it holds the result.
    var end: (@Sendable (Ending) -> Void)?

    /// Gives everything up, for the caller to release outside the lock.
    mutating func finish() -> State {
      defer { self = State(sources: [], missing: 0, isOver: true) }
      return self
    }
  }

  private let state: Locked<State>
  private let policy: Policy

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - count: How many inputs there will be; with zero it ends at once.
  ///   - policy: When it ends.
  ///   - end: Called once, by the thread that settles the deciding input, outside the lock.
  init(count: Int, policy: Policy, end: @escaping @Sendable (Ending) -> Void) {
    self.policy = policy
    guard count > 0 else {
      state = Locked(State(sources: [], missing: 0, isOver: true))
      end(.complete([]))
      return
    }
    state = Locked(State(sources: Array(repeating: nil, count: count), missing: count, end: end))
  }

  /// Collects `inputs` for `result`, and forgets them when that settles otherwise.
  ///
  /// - Parameters:
  ///   - inputs: What to wait for, in input order.
  ///   - result: The cell that the end settles.
  ///   - policy: When it ends.
  ///   - end: Called once, by the thread that settles the deciding input, outside the lock.
  static func collect(
    _ inputs: [Cell],
    into result: Cell,
    policy: Policy,
    end: @escaping @Sendable (Ending) -> Void
  ) {
    let collector = Collector(count: inputs.count, policy: policy, end: end)
    collector.stop(with: result)
    for (index, input) in inputs.enumerated() { collector.observe(input, at: index) }
  }

  /// Forgets what was collected once `result` has settled, whoever settled it.
  func stop(with result: Cell) {
    let weakSelf = Weak(self)
    result.whenSettled { weakSelf.object?.stop() }
  }

  private func stop() {
    let remains = state.withLock { $0.finish() }
    withExtendedLifetime(remains) {}
  }

  /// Waits for the input at `index`.
  func observe(_ source: Cell, at index: Int) {
    source.observe(
      Cell(step: { source, _ in
        self.settle(source, at: index)
        return .none
      })
    )
  }

  private func settle(_ source: Cell, at index: Int) {
    let (ending, remains) = state.withLock { state -> (Ending?, State?) in
      if state.isOver { return (nil, nil) }
      state.sources[index] = source
      state.missing -= 1
      guard let ending = self.ending(of: &state, after: source) else { return (nil, nil) }
      return (ending, state.finish())
    }
    if let ending { remains?.end?(ending) }
  }

  private func ending(of state: inout State, after source: Cell) -> Ending? {
    switch policy {
    case .inOrder:
      while state.succeeded < state.sources.count, let next = state.sources[state.succeeded] {
        if !next.isSuccess { return .decided(by: next) }
        state.succeeded += 1
      }
    case .failFast:
      if !source.isSuccess && !source.isAbandoned { return .decided(by: source) }
    case .waitForAll:
      break
    case .firstSuccess:
      if source.isSuccess { return .decided(by: source) }
    }
    return state.missing == 0 ? .complete(state.sources.compactMap { $0 }) : nil
  }
}

extension Cell {
  /// A pending cell for a result that several others decide; nobody is told if it goes away unsettled.
  static func undecided() -> Cell { Cell(step: Cell.silentStep) }

  /// Takes over the failure of `source` and runs the waiters.
  func finish(failingLike source: Cell, as failure: any Error.Type) {
    ThreadState.run(self, pass(failureOf: source, as: failure))
  }

  /// Succeeds and runs the waiters.
  func finish<Value>(_ value: Value) {
    if let waiters = succeed(value) { ThreadState.run(self, waiters) }
  }

  /// Fails and runs the waiters.
  func finish<Failure: Error>(failing failure: Failure, as type: Failure.Type) {
    if let waiters = fail(failure, as: type) { ThreadState.run(self, waiters) }
  }

  /// Calls `body` when this cell settles; does not count as looking at a failure.
  func whenSettled(_ body: @escaping @Sendable () -> Void) {
    observe(
      Cell.ignoringFailure { _, _ in
        body()
        return .none
      }
    )
  }
}
