import Futures
import TestSupport
import Testing

/// Calls `last` in a callback, or at the depth at which further closures are deferred.
func nest(toTheLimit: Bool, _ last: @escaping @Sendable () -> Void) {
  if toTheLimit { nestToTheLimit(last) } else { nest(1, last) }
}

/// Calls `last` at some depth of callbacks within callbacks.
private func nest(_ depth: Int, _ last: @escaping @Sendable () -> Void) {
  if depth == 0 { return last() }
  let promise = Promise<Void, Never>()
  promise.future.onSuccess { nest(depth - 1, last) }
  promise.succeed()
}

/// Calls `last` at the depth at which further closures are deferred, and checks that depth.
func nestToTheLimit(_ last: @escaping @Sendable () -> Void) {
  nest(ExecutionContext.nestingLimit) {
    let wasPutOff = Log<Bool>()
    Future<Void, Never>(value: ()).onSuccess { wasPutOff.add(true) }
    #expect(wasPutOff.all == [], "closures nest deeper than 'nestingLimit' says")
    last()
  }
}
