/// Gathers the settled cells of several futures in input order.
///
/// It allocates one array in advance, regardless of the number of futures. It retains settled
/// inputs only, so it keeps no work alive; a settled cell refers only to its outcome.
@usableFromInline
final class Collector: Gathering {
  /// When the result is known.
  @usableFromInline
  enum Policy: Sendable {
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
  @usableFromInline
  enum Ending {
    /// Every input has settled. In input order; none is `nil`.
    case complete([Cell?])
    /// This input decided early.
    case decided(by: Cell)
  }

  private struct State {
    var sources: [Cell?]
    var missing: Int
    /// The index before which all inputs have succeeded.
    var succeeded = 0
    /// Called with the ending and released then, as it retains the result.
    var end: End?
  }

  /// A closure in a struct, as a generic container would wrap a bare closure.
  private struct End {
    let call: @Sendable (Ending) -> Void
  }

  /// The part of the collector that its result refers to weakly.
  ///
  /// A separate object, because retaining an object with weak references takes longer, and every
  /// input retains the collector.
  private final class Collection: Sendable {
    let state: Locked<State>

    init(_ state: sending State) { self.state = Locked(state) }

    /// Releases everything.
    func stop() {
      // Released outside the lock.
      let old = state.withLock { state in
        defer { state = State(sources: [], missing: 0) }
        return state
      }
      withExtendedLifetime(old) {}
    }
  }

  private let collection: Collection
  private let policy: Policy

  /// Creates a collector for `result`, which releases its inputs when the result settles.
  ///
  /// - Parameters:
  ///   - result: The cell that `end` settles.
  ///   - count: How many inputs there will be; with zero it ends at once.
  ///   - policy: When it ends.
  ///   - end: Called once, by the thread that settles the deciding input, outside the lock.
  @usableFromInline
  init(
    for result: Cell,
    count: Int,
    policy: Policy,
    end: @escaping @Sendable (Ending) -> Void
  ) {
    self.policy = policy
    collection = Collection(
      State(
        sources: Array(repeating: nil, count: count),
        missing: count,
        end: count > 0 ? End(call: end) : nil
      )
    )
    guard count > 0 else {
      end(.complete([]))
      return
    }
    let weakCollection = Weak(collection)
    result.whenSettled { weakCollection.object?.stop() }
  }

  /// Collects futures for a new result.
  ///
  /// - Parameters:
  ///   - futures: What to wait for, in input order.
  ///   - policy: When it ends.
  ///   - end: Called once, by the thread that settles the deciding future, outside the lock, with
  ///     the result.
  /// - Returns: The result.
  @inlinable
  static func collect<Value, Failure>(
    _ futures: some Sequence<Future<Value, Failure>>,
    policy: Policy,
    end: @escaping @Sendable (_ result: Cell, _ ending: Ending) -> Void
  ) -> Cell {
    let futures = Array(futures)
    let result = Cell.undecided()
    let collector = Collector(for: result, count: futures.count, policy: policy) { ending in
      end(result, ending)
    }
    for index in futures.indices { collector.observe(futures[index].cell, at: index) }
    return result
  }

  /// Waits for the input at `index`.
  @usableFromInline
  func observe(_ source: Cell, at index: Int) {
    if source.isSettled {
      // The step runs without a waiter, which would hold the tag.
      source.observe { source, _ in
        self.settle(source, at: index)
        return .none
      }
    } else if !source.isOfPromise || source.relaxedState.newest != 0 {
      source.observe(removable: IndexedWaiter(for: self, at: index))
    } else {
      // With the index as a tag, the step captures the collector alone and needs no allocation. A
      // long-lived promise keeps only the first such observers.
      source.observe(tag: UInt(index) + 1) { source, waiter in
        self.settle(source, at: Int(waiter.tag) - 1)
        return .none
      }
    }
  }

  var isOver: Bool { collection.state.withLock { $0.end == nil } }

  func settle(_ source: Cell, at index: Int) {
    let (ending, end) = collection.state.withLock { state -> (Ending?, End?) in
      if state.end == nil { return (nil, nil) }
      state.sources[index] = source
      state.missing -= 1
      guard let ending = self.ending(of: &state, after: source) else { return (nil, nil) }
      return (ending, state.end.take())
    }
    guard let ending, let end else { return }
    end.call(ending)
    collection.stop()
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
    return state.missing == 0 ? .complete(state.sources) : nil
  }
}
