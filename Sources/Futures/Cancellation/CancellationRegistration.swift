/// One observer of a cancellation token.
///
/// Keep the registration to remove the observer with ``dispose()``. Releasing it changes nothing:
/// the observer stays registered.
public final class CancellationRegistration: Sendable {
  private struct State: Sendable {
    var observer: (@Sendable () -> Void)?
    weak var link: CancellationCore?
  }

  private let state: Locked<State>
  /// Where the observer runs; `nil` for inline.
  private let context: ContextClosure?
  private weak let core: CancellationCore?
  let id: UInt64
  /// The number of the link in the linked core that this represents; zero for an observer.
  let linkNumber: UInt64

  /// Whether this represents a linked core instead of an observer.
  var isLink: Bool { linkNumber != 0 }

  init(
    _ observer: @escaping @Sendable () -> Void,
    on context: ContextClosure? = nil,
    in core: CancellationCore?,
    id: UInt64
  ) {
    state = Locked(State(observer: observer))
    self.context = context
    self.core = core
    self.id = id
    linkNumber = 0
  }

  /// Creates a registration that cancels another core, which it does not retain.
  init(
    linking child: CancellationCore,
    as number: UInt64,
    to core: CancellationCore,
    id: UInt64
  ) {
    state = Locked(State(link: child))
    context = nil
    self.core = core
    self.id = id
    linkNumber = number
  }

  deinit { if context != nil { release(take()) } }

  /// Removes the observer and releases it, where it would have run.
  ///
  /// The observer does not start after this method returns. An observer that has started on another
  /// thread may still be running: waiting for it could deadlock. Calling this method again, or from
  /// the observer, does nothing.
  public func dispose() {
    let taken = take()
    if taken.observer != nil || isLink { core?.remove(id) }
    if context != nil { release(consume taken) }
  }

  private func release(_ taken: consuming State) {
    guard let context, taken.observer != nil else { return }
    Parcel.release(consume taken, in: context)
  }

  /// Calls the observer on its context, unless it was called or removed, and releases it.
  func run() {
    guard let context else { return call() }
    context { self.call() }
  }

  private func call() {
    let taken = take()
    if let observer = taken.observer { CurrentScope.outside(observer) }
    _ = taken.link?.cancel()
  }

  /// Takes the linked core, unless it was taken or removed.
  func takeLink() -> CancellationCore? { take().link }

  private func take() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
