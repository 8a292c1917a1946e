/// Inspects the outcomes of several futures one after another, in input order.
///
/// Like ``Collector`` it retains settled inputs only. The next outcome is inspected once it is
/// available and the inspection of the one before it has ended.
///
/// A recursion that observes one input after another would take half of the code, but would have to
/// retain the remaining inputs. An input that never settles would then retain itself through its
/// observer; see `LeakTests.releasedWhenEverythingIsDroppedUnsettled`.
final class InputOrder: Governed, Gathering {
  /// The result of an inspection.
  enum Verdict {
    case goOn, stop
  }

  private struct State {
    var sources: [Cell?]
    var next = 0
    var isBusy = false
    var handlers: Handlers?
  }

  private struct Handlers: Sendable {
    let look: @Sendable (_ source: Cell, _ done: @escaping @Sendable (Verdict) -> Void) -> Void
    let end: @Sendable () -> Void
  }

  private let state: Locked<State>
  private let context: ExecutionContext

  /// Starts to wait for `inputs`.
  ///
  /// - Parameters:
  ///   - inputs: The cells to inspect, in input order.
  ///   - result: Governs the search; see ``Cell/govern(_:on:cancellation:as:)``.
  ///   - context: Where the closures that `look` calls run.
  ///   - token: Cancels the result.
  ///   - failure: The error type of the result.
  ///   - look: Called with one settled input after another, never twice at a time.
  ///   - end: Called if no inspection stopped the search.
  static func look<Failure: Error>(
    at inputs: [Cell],
    for result: Cell,
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    as failure: Failure.Type,
    _ look: @escaping @Sendable (Cell, @escaping @Sendable (Verdict) -> Void) -> Void,
    end: @escaping @Sendable () -> Void
  ) {
    if inputs.isEmpty { return end() }
    let order = InputOrder(count: inputs.count, on: context, Handlers(look: look, end: end))
    result.govern(order, on: context, cancellation: token, as: failure)
    for (index, input) in inputs.enumerated() {
      if input.isSettled {
        input.observe { source, _ in
          order.settle(source, at: index)
          return .none
        }
      } else {
        input.observe(removable: IndexedWaiter(for: order, at: index))
      }
    }
  }

  private init(count: Int, on context: ExecutionContext, _ handlers: Handlers) {
    self.context = context
    state = Locked(State(sources: Array(repeating: nil, count: count), handlers: handlers))
  }

  var isOver: Bool { state.withLock { $0.handlers == nil } }

  func settle(_ source: Cell, at index: Int) {
    state.withLock { state in
      if state.handlers != nil { state.sources[index] = source }
    }
    advance()
  }

  private func advance() {
    let (source, handlers) = state.withLock { state -> (Cell?, Handlers?) in
      guard !state.isBusy, let handlers = state.handlers else { return (nil, nil) }
      if state.next == state.sources.count {
        state.handlers = nil
        return (nil, handlers)
      }
      guard let source = state.sources[state.next] else { return (nil, nil) }
      state.sources[state.next] = nil
      state.next += 1
      state.isBusy = true
      return (source, handlers)
    }
    guard let handlers else { return }
    guard let source else { return handlers.end() }
    handlers.look(source) { verdict in
      if verdict == .stop { return self.stop() }
      self.state.withLock { $0.isBusy = false }
      self.advance()
    }
  }

  func stop() {
    // Released outside the lock.
    var old = state.withLock { state in
      defer {
        state.handlers = nil
        state.sources = []
      }
      return (handlers: state.handlers, sources: state.sources)
    }
    context.release(old.handlers.take())
  }
}

extension Sequence {
  /// The cells of the futures.
  @inlinable
  func cells<Value, Failure>() -> [Cell] where Element == Future<Value, Failure> {
    var cells: [Cell] = []
    cells.reserveCapacity(underestimatedCount)
    for future in self { cells.append(future.cell) }
    return cells
  }
}
