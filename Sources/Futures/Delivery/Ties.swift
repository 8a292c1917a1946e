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
    var isOver = false
  }

  private let state = Locked(State())

  init() {}

  convenience init(_ registration: CancellationRegistration, of core: CancellationCore) {
    self.init()
    keep([registration], of: core)
  }

  deinit { end() }

  /// Adds registrations, or ends them at once if the others have ended.
  ///
  /// - Parameters:
  ///   - registrations: What to add.
  ///   - core: Where they are registered; kept until they end.
  func keep(_ registrations: [CancellationRegistration], of core: CancellationCore?) {
    let isOver = state.withLock { state in
      if !state.isOver {
        state.registrations += registrations
        state.core = core
      }
      return state.isOver
    }
    if isOver { for registration in registrations { registration.dispose() } }
  }

  /// Ends the registrations.
  func end() {
    let old = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    for registration in old.registrations { registration.dispose() }
  }
}
