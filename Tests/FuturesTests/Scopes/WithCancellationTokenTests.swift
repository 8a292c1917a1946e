import Futures
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct WithCancellationTokenTests {
  @Test func givesWhatTheClosureReturns() async {
    #expect(await withCancellationToken { _ in 4 } == 4)
  }

  @Test func throwsWhatTheClosureThrows() async {
    await #expect(throws: TestError.second) {
      try await withCancellationToken { _ in throw TestError.second }
    }
  }

  @Test func theTokenIsNotCancelledByItself() async {
    let wasCancelled = await withCancellationToken { $0.isCancelled }
    #expect(!wasCancelled)
  }

  @Test func cancellingTheTaskCancelsTheToken() async {
    let registered = Promise<Void, Never>()
    let cancelled = Promise<Void, Never>()
    let task = Task {
      await withCancellationToken { token in
        token.onCancel { cancelled.succeed() }
        registered.succeed()
        await cancelled.future.value
        return token.isCancelled
      }
    }
    await registered.future.value
    task.cancel()
    #expect(await task.value)
  }

  @Test func cancellingTheTaskEndsAWaitForAFutureWithTheToken() async {
    let promise = Promise<Int, any Error>()
    let started = Promise<Void, Never>()
    let derived = Box<Future<Int, any Error>?>(nil)
    let task = Task {
      try await withCancellationToken { token in
        let future = promise.future.map(cancellation: token) { $0 }
        derived.value = future
        started.succeed()
        return try await future.value
      }
    }
    await started.future.value
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(derived.value?.currentError is CancellationError)
    #expect(!promise.future.isSettled)
    promise.succeed(1)
  }

  @Test func aTaskThatWasCancelledBeforeGivesACancelledToken() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await withCancellationToken { $0.isCancelled }
    }
    task.cancel()
    #expect(await task.value)
  }

  @Test func theParentTokenCancelsTheNewOne() async {
    let parent = CancellationSource()
    let seen = await withCancellationToken(linkedTo: parent.token) { token in
      let before = token.isCancelled
      parent.cancel()
      return [before, token.isCancelled]
    }
    #expect(seen == [false, true])
  }

  @Test func theNewTokenDoesNotCancelTheParent() async {
    let parent = CancellationSource()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      await withCancellationToken(linkedTo: parent.token) { _ in }
    }
    task.cancel()
    await task.value
    #expect(!parent.isCancelled)
  }

  @Test func theTokenIsDisposedOfAtTheEnd() async {
    let parent = CancellationSource()
    let calls = Counter()
    let token = await withCancellationToken(linkedTo: parent.token) { token in
      token.onCancel { calls.add() }
      return token
    }
    parent.cancel()
    #expect(!token.isCancelled)
    #expect(calls.value == 0)
  }

  @MainActor
  @Test func theClosureStaysOnTheCallersActor() async {
    await withCancellationToken { _ in MainActor.assertIsolated() }
  }
}
