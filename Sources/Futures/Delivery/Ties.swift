/// Registrations that end together, at the latest with the last reference to them.
///
/// Created before the registrations, so that the steps that keep them are complete before any token
/// fires.
final class Ties: Sendable {
  private struct State {
    var registrations: [CancellationRegistration] = []
    /// The state behind the token, kept because a timer or another token may still cancel it when
    /// its source is gone.
    var core: CancellationCore?
  }

  private let state = Locked(State())

  init() {}

  convenience init(_ registration: CancellationRegistration, of core: CancellationCore) {
    self.init()
    keep([registration], of: core)
  }

  deinit { end() }

  /// Takes over the registrations; called once, before anything that ends them is observed.
  ///
  /// - Parameters:
  ///   - registrations: The registrations.
  ///   - core: Where they are registered; kept until they end.
  func keep(_ registrations: [CancellationRegistration], of core: CancellationCore?) {
    state.withLock { $0 = State(registrations: registrations, core: core) }
  }

  /// Ends the registrations.
  func end() {
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    for registration in old.registrations { registration.dispose() }
  }
}
