import Futures
import FuturesTesting
import TestSupport
import Testing

/// Work of a `Latest` belongs to the scope in which it was started.
@Suite struct LatestScopeTests {
  private let server = ManualServer()
  private let clock = ManualClock()

  @Test func cancellingTheScopeStopsTheRequest() {
    let latest = Latest<Int, any Error>()
    let page = withCancellationScope { latest.start { server.request("a") } }
    page.cancel()
    #expect(latest.future?.currentError is CancellationError)
    #expect(server.cancellations == [0])
  }

  @Test func cancellingTheScopeRemovesTheTimer() {
    let latest = Latest<Int, any Error>()
    let page = withCancellationScope {
      latest.debounce(.seconds(1), clock: clock) { server.request("a") }
    }
    page.cancel()
    #expect(latest.future?.currentError is CancellationError)
    #expect(clock.pendingTimers.isEmpty)
    #expect(server.requests == [])
  }

  @Test func cancellingTheScopeReachesWorkThatCannotFailWithCancellation() {
    let latest = Latest<Int, TestError>()
    let (scope, cancellations) = (CancellationSource(), Counter())
    let promise = Promise<Int, TestError>()
    let page = withCancellationScope(linkedTo: scope.token) {
      latest.start {
        CancellationToken.current.onCancel { cancellations.add() }
        return promise.future
      }
    }
    scope.cancel()
    #expect(cancellations.value == 1)
    promise.succeed(1)
    #expect(latest.currentValue == 1)
    withExtendedLifetime(page) {}
  }
}
