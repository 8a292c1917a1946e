// The parts of the steps of transforms. Small and inlinable: each call of `map` in a client's code
// compiles to a closure that calls these.

extension Cell {
  /// Runs the rest of this cell's step, and fails with what it throws.
  @inlinable
  @inline(__always)
  func catching<Failure: Error>(_ rest: () throws(Failure) -> Waiters) -> Waiters {
    do throws(Failure) { return try rest() } catch {
      return fail(error, as: Failure.self).orNone
    }
  }

  /// Whether this cell, which has settled, holds no error for a closure to handle.
  @inlinable
  var hasNoError: Bool { isSuccess || isAbandoned }

  /// Takes over the outcome of `inner`, now or when it settles.
  ///
  /// Called by this cell's own step.
  ///
  /// Both must have the same value type, and the same error type unless that of `inner` is `Never`.
  @inlinable
  func takeOver<Failure: Error>(_ inner: consuming Cell, as failure: Failure.Type) -> Waiters {
    if inner.isSettled { return forward(from: inner, failure: failure) }
    if self === inner { return failSelfResolution(as: failure).orNone }
    step = { source, derived in derived.forward(from: source, failure: Failure.self) }
    return Waiters(adopting: inner)
  }

  /// Takes over the outcome of `inner`, whose error type is `Never`.
  ///
  /// The waiters of this cell must not move to it: if its promise is broken, it cannot fail them.
  @inlinable
  func takeOver<Failure: Error>(unfailing inner: consuming Cell, as failure: Failure.Type)
    -> Waiters
  {
    stay()
    return takeOver(inner, as: failure)
  }

  /// Takes over the outcome of `inner`, whatever its error type, as `any Error`.
  @inlinable
  func takeOver<Failure: Error>(_ inner: Cell, erasing failure: Failure.Type) -> Waiters {
    if inner.isSettled { return forward(from: inner, erasing: failure) }
    if failure == (any Error).self { return takeOver(inner, as: (any Error).self) }
    inner.observe(
      removable: Relay(to: self) { source, relay in
        let derived = relay.relayTarget
        ThreadState.run(derived, derived.forward(from: source, erasing: Failure.self))
        return .none
      }
    )
    return .none
  }

  /// Takes over the outcome of `source`, which has settled, as `any Error`.
  @inlinable
  func forward<Failure: Error>(from source: Cell, erasing failure: Failure.Type) -> Waiters {
    if source.isSuccess { return forward(from: source, failure: (any Error).self) }
    source.markObserved()
    return pass(failureOf: source, erasing: failure)
  }

  /// Takes over the failure of `source` as `any Error`.
  ///
  /// A failure that has this type is passed on as it is. Unspecialised code would put it into a box
  /// of its own, once more at each link of a chain, and boxes are released with a recursion.
  @inlinable
  func pass<Failure: Error>(failureOf source: Cell, erasing failure: Failure.Type) -> Waiters {
    if failure == (any Error).self || source.isAbandoned {
      return pass(failureOf: source, as: (any Error).self)
    }
    return fail(source.load(as: Failure.self), as: (any Error).self).orNone
  }
}
