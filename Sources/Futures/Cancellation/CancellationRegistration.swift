/// One observer of a cancellation token.
///
/// Keep it to take the observer back with ``dispose()``. Dropping it changes nothing: the observer stays
/// registered.
public final class CancellationRegistration: Sendable {
  private struct State {
    var observer: (@Sendable () -> Void)?
  }

  private let state: Locked<State>
  private weak let core: CancellationCore?
  let id: UInt64

  init(_ observer: @escaping @Sendable () -> Void, in core: CancellationCore?, id: UInt64) {
    state = Locked(State(observer: observer))
    self.core = core
    self.id = id
  }

  /// Takes the observer back and releases it.
  ///
  /// After this returns the observer will not start; one that has started on another thread may still be
  /// running, since waiting for it could deadlock. Calling it again, or from the observer, does nothing.
  public func dispose() {
    let taken = take()
    if taken != nil { core?.remove(id) }
    withExtendedLifetime(taken) {}
  }

  /// Calls the observer unless it was called or taken back, and releases it.
  func run() { take()?() }

  private func take() -> (@Sendable () -> Void)? {
    state.withLock { state in
      defer { state.observer = nil }
      return state
    }.observer
  }
}
