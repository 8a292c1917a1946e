import Futures
import TestSupport
import Testing

@Suite struct AsyncScopeTests {
  private let works = Works()

  @Test func cancellingTheTaskCancelsTheWorkItWaitsFor() async {
    let hasStarted = Promise<Void, Never>()
    let task = Task { [works] in
      try await withCancellationScope {
        let work = works.start()
        hasStarted.succeed()
        return try await work.value
      }
    }
    await hasStarted.future.value
    #expect(works.running == 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(works.running == 0)
  }

  @Test func leavingTheScopeCancelsWhatIsLeft() async throws {
    let left = await withCancellationScope { [works] in
      await Task.yield()
      return [works.start()]
    }
    #expect(left[0].currentError is CancellationError)
  }

  @Test func aScopeInsideOfAScopeEndsWithIt() async {
    let source = CancellationSource()
    let hasStarted = Promise<Void, Never>()
    let task = Task { [works] in
      try await withCancellationScope(linkedTo: source.token) {
        try await withCancellationScope {
          let work = works.start()
          hasStarted.succeed()
          return try await work.value
        }
      }
    }
    await hasStarted.future.value
    source.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(works.running == 0)
  }

  @Test func aClosureThatReturnsAFutureIsNoAsynchronousOne() async throws {
    let future = withCancellationScope { works.start() }
    #expect(works.running == 1)
    works.succeed(0, with: 7)
    #expect(try await future.value == 7)
  }

  @Test func theTokenOfATaskIsCurrent() async {
    let hasStarted = Promise<Void, Never>()
    let task = Task { [works] in
      try await withCancellationToken { _ in
        let work = works.start()
        hasStarted.succeed()
        return try await work.value
      }
    }
    await hasStarted.future.value
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(works.running == 0)
  }
}
