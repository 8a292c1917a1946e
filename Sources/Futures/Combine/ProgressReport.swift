/// Counts pieces of work that have succeeded, and reports each number once, in order.
final class ProgressReport: Sendable {
  private struct State {
    var completed = 0
    var told = 0
    var isTelling = false
    /// Called with each number; `nil` once reporting has ended.
    var observer: (@Sendable (Int, Int) -> Void)?
  }

  private let total: Int
  private let context: ExecutionContext
  private let state: Locked<State>

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - total: How many pieces of work there are.
  ///   - context: Where `observer` runs.
  ///   - observer: Called with how many have succeeded, and with `total`.
  init(
    total: Int,
    on context: ExecutionContext,
    _ observer: @escaping @Sendable (Int, Int) -> Void
  ) {
    self.total = total
    self.context = context
    state = Locked(State(observer: observer))
  }

  /// Returns a closure that starts the same work, whose futures settle when they have been counted.
  func counting<Element, Output, Failure: Error>(
    _ body: @escaping @Sendable (Element) -> Future<Output, Failure>
  ) -> @Sendable (Element) -> Future<Output, Failure> {
    { element in
      body(element)
        .derive(on: .inline, .never) { source, derived in
          if source.isSuccess { self.count() }
          return derived.forward(from: source, failure: Failure.self)
        }
    }
  }

  /// Ends reporting and releases the observer.
  func stop() {
    // Released outside the lock.
    let old = state.withLock { state in
      defer { state.observer = nil }
      return state
    }
    withExtendedLifetime(old) {}
  }

  private func count() {
    state.withLock { $0.completed += 1 }
    context { self.tell() }
  }

  /// Reports the new numbers; on an inline context also those that other threads add meanwhile.
  private func tell() {
    while let (number, observer) = takeNext() {
      observer(number, total)
      let isLast = state.withLock { state in
        state.isTelling = false
        return state.told == total
      }
      if isLast { stop() }
    }
  }

  private func takeNext() -> (Int, @Sendable (Int, Int) -> Void)? {
    let (number, state) = state.withLock { state -> (Int?, State) in
      guard state.observer != nil, !state.isTelling, state.told < state.completed else {
        return (nil, state)
      }
      state.isTelling = true
      state.told += 1
      return (state.told, state)
    }
    guard let number, let observer = state.observer else { return nil }
    return (number, observer)
  }
}

extension Future {
  /// Ends a report when this future has not succeeded; otherwise the report ends by itself.
  func endingProgress(of report: ProgressReport) -> Future {
    cell.observe(ignoresFailure: true) { source, _ in
      if !source.isSuccess { report.stop() }
      return .none
    }
    return self
  }
}
