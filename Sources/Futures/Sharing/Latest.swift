/// Keeps only the newest work: starting new work cancels the previous one.
///
/// ```swift
/// @MainActor final class SearchModel {
///   private let search = Latest<[Item], any Error>()
///   private(set) var items: [Item] = []
///
///   func textDidChange(to text: String) {
///     search.debounce(.milliseconds(300), for: self) {
///       $0.client.search(text)
///     }
///     .onSuccess(for: self) { model, items in model.items = items }
///   }
/// }
/// ```
///
/// ![The second search cancels the first.](Latest)
///
/// Each call of `start` or `debounce` returns its own future. The next call cancels that work
/// first, and its future fails with ``SupersededError``. A future settles where the closure that
/// started its work runs: if you start work in main-actor code, no result of superseded work is
/// delivered once the next call has returned, even if that result was on its way to the main actor.
///
/// An error type of your own holds the case that represents cancellation instead, so give
/// cancellation that the work itself reports another case. If the error type cannot hold
/// cancellation, the future of superseded work stays pending.
///
/// Work that the newest work starts with the same object is part of it: it supersedes only what the
/// newest work started that way before, and ends with it. A call in a scope that is cancelled
/// supersedes nothing.
///
/// Deallocating the object cancels the running work and removes the timer of work that has not
/// started yet, so keep the object together with the object that shows the result. A closure that
/// waits for its pause retains its captures: a closure that captures the owner of this object keeps
/// both alive until then. Pass the owner with `for:` instead.
public final class Latest<Value: Sendable, Failure: Error>: Sendable {
  private let state = Locked<Run<Value, Failure>?>(nil)

  /// Creates an object that has started nothing.
  public init() {}

  deinit { newest?.cancel() }

  private var newest: Run<Value, Failure>? { state.withLock { $0 } }

  /// The future of the newest work, or `nil` if none was started.
  public var future: Future<Value, Failure>? {
    newest.map { Future(cell: $0.result) }
  }

  /// The value of the newest work, or `nil` without one.
  public var currentValue: Value? { future?.currentValue }

  /// Cancels the newest work if it is still in progress.
  ///
  /// Its future fails with the error that represents cancellation, not with ``SupersededError``.
  public func cancel() { newest?.cancel() }

  /// Supersedes the newest work and starts this one, at once or after a pause.
  func begin(
    after pause: (duration: Duration, clock: any Clock<Duration>)? = nil,
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    _ body: @escaping @Sendable (CancellationToken) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    if token.heeded(by: Failure.self).isCancelled {
      return Future(cell: .cancelled(as: Failure.self))
    }
    let run = Run(on: context, cancellation: token, body)
    let old =
      if let outer = newest?.run(of: token) {
        outer.startInside(run)
      } else {
        state.withLock { newest in
          defer { newest = run }
          return newest
        }
      }
    old?.supersede()
    if let (duration, clock) = pause { run.begin(after: duration, clock) } else { run.begin() }
    return Future(cell: run.result)
  }
}

/// One piece of work of a ``Latest``.
private final class Run<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    /// Starts the work; `nil` once it was called or must no longer be called.
    var body: (@Sendable (CancellationToken) -> Future<Value, Failure>)?
    var timer: ScheduledTimer?
    /// Where the work starts after a pause.
    var task: HeldTask?
    /// The newest work that this work has started with the same object.
    var inner: Run?
    /// Whether the result must not receive the outcome of the work.
    var isEnded = false
  }

  let result = Cell.undecided()
  private let context: ExecutionContext
  private let scope: CancellationSource
  private let state: Locked<State>

  init(
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    _ body: @escaping @Sendable (CancellationToken) -> Future<Value, Failure>
  ) {
    self.context = context
    scope = CancellationSource(linkedTo: token.unheeded(by: Failure.self))
    state = Locked(State(body: body))
    // The caller may cancel the future, too.
    result.whenSettled { [weak self] in self?.stop() }
    result.tie(to: token.heeded(by: Failure.self), as: Failure.self)
  }

  func begin() {
    let old = takeAll()
    guard let body = old.body else { return }
    let end: @Sendable () -> Void = { [scope] in scope.cancel() }
    // A context that destroys the delivery of the outcome cancels the result, unless it does so
    // because it is invalid.
    let delivery = LoadEnd { [result, invalidation = context.invalidation] in
      if invalidation?.isCancelled != true { result.cancelIfPossible(as: Failure.self) }
    }
    startInScope(of: scope.token, on: context, in: old.task, end: end, body).cell
      .observe(on: context, cancellation: .never) { source, _ in
        withExtendedLifetime(delivery) {
          if self.state.withLock({ $0.isEnded }) { return }
          ThreadState.run(self.result, self.result.forward(from: source, failure: Failure.self))
        }
        return .none
      }
  }

  func begin(after pause: Duration, _ clock: any Clock<Duration>) {
    let task = HeldTask()
    state.withLock { state in
      if state.body != nil { state.task = task }
    }
    let timer = startTimer(after: pause, clock: clock) { [weak self] in self?.begin() }
    // The timer may have fired by now, and the work may have been superseded.
    let isWaiting = state.withLock { state in
      if state.body != nil { state.timer = timer }
      return state.body != nil
    }
    if !isWaiting { timer?.cancel() }
  }

  /// Ends the work because other work was started.
  func supersede() {
    end(with: SupersededError() as? Failure ?? cancellationError(as: Failure.self))
  }

  /// Ends the work.
  func cancel() { end(with: cancellationError(as: Failure.self)) }

  private func end(with failure: Failure?) {
    // If the error type cannot hold cancellation, nothing else prevents the result from settling.
    let inner = state.withLock { state in
      state.isEnded = true
      return state.inner
    }
    if let failure { _ = result.cancel(with: failure, as: Failure.self) }
    inner?.end(with: failure)
    stop()
  }

  private func stop() {
    var old = takeAll()
    old.timer?.cancel()
    context.release(old.body.take())
    scope.cancel()
  }

  /// The caller releases what the run retains, outside the lock.
  private func takeAll() -> State {
    state.withLock { state in
      defer { state = State(isEnded: state.isEnded) }
      return state
    }
  }

  // MARK: Work inside work

  /// Returns the run that a scope belongs to: this one, or one that was started inside it.
  func run(of token: CancellationToken) -> Run? {
    if token.isNever { return nil }
    if scope.token.core === token.core { return self }
    return state.withLock { $0.inner }?.run(of: token)
  }

  /// Notes a run that was started inside this one.
  ///
  /// - Returns: The one that was started there before.
  func startInside(_ run: Run) -> Run? {
    state.withLock { state in
      // A run that has ended has cancelled the scope of the new one.
      if state.isEnded { return nil }
      defer { state.inner = run }
      return state.inner
    }
  }
}
