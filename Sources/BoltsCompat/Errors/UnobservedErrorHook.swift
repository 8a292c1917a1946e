internal import Futures

/// What stands in `Diagnostics` for the handler of ``BFUnobservedErrors``.
///
/// A hook passes on what is not for our handler to the handler that it found in `Diagnostics`. If it found
/// another hook there, then to the one that this hook passed on to. So hooks never lead to each other, and
/// one that was replaced goes when nobody holds it any more.
///
/// Only the newest hook calls the handler: an older one can still be reached through a foreign handler that
/// was installed in between and passes on to it.
final class UnobservedErrorHook: Sendable {
  /// A handler in `Diagnostics`, and how to recognise it.
  ///
  /// In a struct, because a closure in a generic container gets another wrapper each time it is read.
  private struct Standing {
    let handler: Diagnostics.Handler

    /// What two handlers have in common if they are the same closure.
    ///
    /// Closures have no identity in the language. A closure is two words, its code and what it captures;
    /// those of a hook belong to no other closure as long as the hook lives. Overlooking a hook would be
    /// harmless: it then passes on like any other handler.
    var identity: Identity { unsafeBitCast(self, to: Identity.self) }
  }

  private struct Identity: Equatable {
    let code: UInt
    let captures: UInt
  }

  private struct Place {
    let identity: Identity
    let previous: Diagnostics.Handler?
  }

  private struct State {
    var handler: BFUnobservedErrors.Handler?
    var lastNumber = 0
    var newest = 0
    /// Where the hooks stand that somebody still holds, by their number.
    var places: [Int: Place] = [:]
  }

  /// Closures that are called or released when the lock is free again.
  private struct Taken {
    var handler: BFUnobservedErrors.Handler?
    var other: Diagnostics.Handler?
  }

  private static let state = Locked(State())

  private let number: Int

  private init() {
    number = Self.state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  deinit {
    _ = Self.state.withLock { Taken(other: $0.places.removeValue(forKey: number)?.previous) }
  }

  static func setHandler(_ handler: BFUnobservedErrors.Handler?) {
    if let handler {
      install(handler)
    } else {
      _ = state.withLock { state in
        let old = Taken(handler: state.handler)
        state.handler = nil
        return old
      }
    }
  }

  /// Puts a new hook into `Diagnostics`.
  ///
  /// Under the lock, so that a diagnostic that comes meanwhile waits until it is known where to pass it on to.
  private static func install(_ handler: @escaping BFUnobservedErrors.Handler) {
    let (number, hook) = makeHook()
    _ = state.withLock { state in
      let old = Taken(handler: state.handler, other: Diagnostics.setHandler(hook.handler))
      state.handler = handler
      state.newest = number
      state.places[number] = Place(
        identity: hook.identity,
        previous: passedOver(old.other, in: state.places)
      )
      return old
    }
    withExtendedLifetime(hook) {}
  }

  /// The handler itself, or what it passes on to if it is a hook.
  private static func passedOver(
    _ handler: Diagnostics.Handler?,
    in places: [Int: Place]
  ) -> Diagnostics.Handler? {
    guard let handler else { return nil }
    let identity = Standing(handler: handler).identity
    for place in places.values where place.identity == identity { return place.previous }
    return handler
  }

  /// Makes a hook that only its closure holds, so that both go at the same time.
  @inline(never)
  private static func makeHook() -> (number: Int, closure: Standing) {
    let hook = UnobservedErrorHook()
    return (hook.number, Standing { hook.handle($0) })
  }

  private func handle(_ diagnostic: Diagnostic) {
    let next = Self.state.withLock { state in
      Taken(
        handler: state.newest == number ? state.handler : nil,
        other: state.places[number]?.previous
      )
    }
    if let handler = next.handler, diagnostic.kind == .unobservedFailure,
      let error = diagnostic.error
    {
      handler(BFUnobservedError(error: error, site: diagnostic.site))
    } else {
      next.other?(diagnostic)
    }
  }
}
