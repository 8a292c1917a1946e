/// One observer of a cancellation token.
///
/// Keep it to take the observer back with ``dispose()``. Dropping it changes nothing: the observer
/// stays registered.
public final class CancellationRegistration: Sendable {
  private struct State {
    var observer: (@Sendable () -> Void)?
    weak var link: CancellationCore?
  }

  private let state: Locked<State>
  private let context: ExecutionContext
  private weak let core: CancellationCore?
  let id: UInt64
  /// Whether this stands for a linked core instead of an observer.
  let isLink: Bool

  init(
    _ observer: @escaping @Sendable () -> Void,
    on context: ExecutionContext = .inline,
    in core: CancellationCore?,
    id: UInt64
  ) {
    state = Locked(State(observer: observer))
    self.context = context
    self.core = core
    self.id = id
    isLink = false
  }

  /// Makes a registration that cancels another core, which it does not keep alive.
  init(linking child: CancellationCore, to core: CancellationCore, id: UInt64) {
    state = Locked(State(link: child))
    context = .inline
    self.core = core
    self.id = id
    isLink = true
  }

  /// Takes the observer back and releases it.
  ///
  /// After this returns the observer will not start; one that has started on another thread may
  /// still be running, since waiting for it could deadlock. Calling it again, or from the observer,
  /// does nothing.
  public func dispose() {
    let taken = take()
    if taken.observer != nil || isLink { core?.remove(id) }
    withExtendedLifetime(taken) {}
  }

  /// Calls the observer in its context unless it was called or taken back, and releases it.
  func run() {
    if context.isInline { return call() }
    context { self.call() }
  }

  private func call() {
    let taken = take()
    if let observer = taken.observer { CurrentScope.with(nil, observer) }
    _ = taken.link?.cancel()
  }

  /// The linked core, unless it was taken or taken back.
  func takeLink() -> CancellationCore? { take().link }

  private func take() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
