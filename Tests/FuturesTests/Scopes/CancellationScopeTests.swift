import Dispatch
import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct CancellationScopeTests {
  private let works = Works()
  private let source = CancellationSource()

  /// Runs `body` in the scope of `source`.
  private func inScope<Value, Failure>(
    _ body: () -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    withCancellationScope(linkedTo: source.token, body)
  }

  @Test func outsideOfAnyScopeNothingIsCurrent() {
    #expect(!CancellationToken.current.isCancelled)
    let future = works.start()
    source.cancel()
    #expect(!future.isSettled)
  }

  @Test func workTakesTheScopeItIsStartedIn() {
    let future = inScope { works.start() }
    #expect(works.running == 1)
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(works.running == 0)
  }

  @Test func cancellingTheResultStopsTheWorkAtTheHeadOfTheChain() {
    let future = inScope { works.start().map { $0 + 1 }.flatMap { Future(value: $0) } }
    future.cancel()
    #expect(works.cancelled == 1)
  }

  @Test func workDoesNotStartInACancelledScope() {
    let token = Box(CancellationToken.never)
    let outer = inScope { () -> Future<Int, any Error> in
      token.value = .current
      return works.start()
    }
    source.cancel()
    #expect(outer.isSettled)
    let late = withCancellationScope(linkedTo: token.value) { works.start() }
    #expect(late.currentError is CancellationError)
    #expect(works.started == 1)
  }

  @Test func theScopeIsCancelledAtItsEnd() {
    let left = Box<Future<Int, any Error>?>(nil)
    let future = inScope {
      left.value = works.start()
      return works.start()
    }
    works.succeed(1, with: 7)
    #expect(future.currentValue == 7)
    #expect(left.value?.currentError is CancellationError)
    #expect(works.running == 0)
  }

  @Test func theScopeIsCancelledIfItsBodyThrows() {
    let left = Box<Future<Int, any Error>?>(nil)
    #expect(throws: TestError.second) {
      try withCancellationScope { () throws -> Future<Int, any Error> in
        left.value = works.start()
        throw TestError.second
      }
    }
    #expect(left.value?.currentError is CancellationError)
  }

  @Test func aScopeInsideEndsWithTheOneAroundIt() {
    let future = inScope { withCancellationScope { works.start() } }
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(works.running == 0)
  }

  @Test func whatIsStartedElsewhereGoesOn() {
    let shared = works.start()
    let future = inScope { shared.map { $0 + 1 } }
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(!shared.isSettled)
    works.succeed(0)
    #expect(shared.currentValue == 1)
  }

  @Test func workMayOptOut() {
    let works = works
    let kept = Box<[Future<Int, any Error>]>([])
    let future = inScope { () -> Future<Int, any Error> in
      kept.value.append(Future.withPromise(cancellation: .never) { _ in })
      kept.value.append(
        ExecutionContext.withDefault(.inline) {
          Future(cancellation: .never, starting: { @Sendable in works.start() })
        }
      )
      return .never
    }
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(kept.value[0].currentError is BrokenPromise)
    #expect(works.running == 1)
    #expect(!kept.value[1].isSettled)
  }

  /// At the nesting limit, the token settles the result later.
  @Test(arguments: [false, true])
  func inACancelledScopeNothingStarts(atTheLimit: Bool) {
    let works = works
    let results = Box<[Future<Int, any Error>]>([])
    nest(toTheLimit: atTheLimit) {
      let source = CancellationSource()
      source.cancel()
      results.value = [
        withCancellationScope(linkedTo: source.token) { works.start() }
      ]
    }
    #expect(works.started == 0)
    for result in results.value { #expect(result.currentError is CancellationError) }
  }

  @Test func aTokenThatIsPassedIsTheScopeOfTheClosure() {
    let other = CancellationSource()
    let manual = ManualContext()
    let run = Future<Bool, any Error>(on: manual.context, cancellation: other.token) {
      other.cancel()
      return CancellationToken.current.isCancelled
    }
    let seen = Box(false)
    run.onSuccess { seen.value = $0 }
    let started = Future<Int, any Error>(
      cancellation: other.token,
      starting: { @Sendable in works.start() }
    )
    manual.runAll()
    #expect(run.currentError is CancellationError)
    #expect(started.currentError is CancellationError)
  }

  @Test func anAsyncClosureRunsInTheScope() async throws {
    let isRunning = Promise<Void, Never>()
    let works = works
    let future = inScope {
      Future {
        let work = works.start()
        isRunning.succeed()
        return try await work.value
      }
    }
    await isRunning.future.value
    #expect(works.running == 1)
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(works.running == 0)
  }

  @Test func anAsyncClosureWithoutTokenLeavesTheScope() async throws {
    let works = works
    let hasStarted = Promise<Void, Never>()
    let future = inScope {
      Future(cancellation: .never) {
        let work = works.start()
        hasStarted.succeed()
        return try await work.value
      }
    }
    await hasStarted.future.value
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(works.running == 1)
    // The task ends, and releases what it holds.
    works.succeed(0)
  }
}

// MARK: - Futures that cannot be cancelled

@Suite struct UncancellableScopeTests {
  private let source = CancellationSource()

  @Test func aFutureThatCannotFailKeepsItsOutcome() {
    let clock = ManualClock()
    let promise = Box<Promise<Int, Never>?>(nil)
    let delayed = Box<Future<Void, Never>?>(nil)
    let manual = ManualContext()
    let computed = Box<Future<Int, Never>?>(nil)
    let scope = withCancellationScope(linkedTo: source.token) { () -> Future<Int, any Error> in
      let future = Future<Int, Never>.withPromise { promise.value = $0 }
      delayed.value = .after(.seconds(1), clock: clock)
      computed.value = Future(on: manual.context) { 3 }
      return future.flatMap { Future(value: $0) }
    }
    source.cancel()
    #expect(scope.currentError is CancellationError)
    promise.value?.succeed(7)
    clock.advance(by: .seconds(1))
    manual.runAll()
    #expect(promise.value?.future.currentValue == 7)
    #expect(delayed.value?.isSettled == true)
    #expect(computed.value?.currentValue == 3)
  }

  @Test func itsTaskIsCancelledAllTheSame() async {
    let hasStarted = Promise<Void, Never>()
    let isCancelled = Promise<Void, Never>()
    let work = Box<Future<Bool, Never>?>(nil)
    let scope = withCancellationScope(linkedTo: source.token) { () -> Future<Int, any Error> in
      work.value = Future {
        await withTaskCancellationHandler {
          hasStarted.succeed()
          await isCancelled.future.value
        } onCancel: {
          isCancelled.succeed()
        }
        return Task.isCancelled
      }
      return .never
    }
    await hasStarted.future.value
    source.cancel()
    #expect(await work.value?.value == true)
    _ = scope
  }
}
