import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct SharedLoadTests {
  private let clock = ManualClock()
  private let server = ManualServer()

  private func load(_ policy: AbandonPolicy = .cancel) -> SharedLoad<Int, any Error> {
    SharedLoad(keeping: .everything(for: .seconds(10)), whenAbandoned: policy, clock: clock)
  }

  @Test(.timeLimit(.minutes(10)))
  func aLoadIsCancelledWithTheLastOfATaskAndAFutureThatWait() async {
    let loads = SharedLoads<Int, Int, any Error>()
    let (begun, ended) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let task = Task {
      try await loads.value(for: 1) {
        begun.succeed()
        while !Task.isCancelled { await Task.yield() }
        ended.succeed(CancellationToken.current.isCancelled)
        return 1
      }
    }
    await begun.future.value
    let share = loads.load(1) { 2 }
    task.cancel()
    #expect(await task.result.failure is CancellationError)
    #expect(!ended.future.isSettled)
    share.cancel()
    #expect(await ended.future.value)
    #expect(loads.count == 0)
  }

  @Test(.timeLimit(.minutes(10))) func aLoadIsCancelledWithTheOnlyTaskThatWaits() async {
    let loads = SharedLoads<Int, Int, any Error>()
    let (begun, ended) = (Promise<Void, Never>(), Promise<Void, Never>())
    let task = Task {
      try await loads.value(for: 1) {
        begun.succeed()
        while !Task.isCancelled { await Task.yield() }
        ended.succeed()
        return 1
      }
    }
    await begun.future.value
    task.cancel()
    #expect(await task.result.failure is CancellationError)
    await ended.future.value
    #expect(await loads.load(1) { 2 }.result.failure == nil)
  }

  @Test func allCallersShareOneLoad() {
    let load = load()
    let answers = (0..<3).map { _ in load.load { server.request("token") } }
    #expect(server.requests == ["token"])
    server.answer(0, 7)
    #expect(answers.allSatisfy { $0.currentValue == 7 })
    #expect(load.load { server.request("token") }.currentValue == 7)
    #expect(load.keptValue == 7)
    #expect(server.requests == ["token"])
  }

  @Test func theValueIsKeptForItsLifetimeOrUntilItIsRemoved() {
    let load = load()
    _ = load.load { server.request("first") }
    server.answer(0, 1)
    load.removeValue()
    #expect(load.keptValue == nil)
    _ = load.load { server.request("second") }
    server.answer(1, 2)
    clock.advance(by: .seconds(10))
    #expect(load.keptValue == nil)
    _ = load.load { server.request("third") }
    #expect(server.requests == ["first", "second", "third"])
  }

  @Test func whatTheClosureThrowsFailsTheLoad() {
    let failed = load().load { throw TestError.second }
    #expect(failed.currentError as? TestError == .second)
  }

  @Test func tasksShareALoad() async throws {
    let (load, server) = (load(), server)
    async let first = load.value { try await server.request("token").value }
    async let second = load.value { try await server.request("token").value }
    try await server.waitForRequests(1)
    server.answer(0, 4)
    #expect(try await first == 4)
    #expect(try await second == 4)
    #expect(try await load.load { try await server.request("token").value }.value == 4)
    #expect(server.requests == ["token"])
  }

  @Test func aTaskThatIsCancelledAlreadyLoadsNothing() async {
    let (load, server) = (load(), server)
    let cancelled = Promise<Void, Never>()
    let task = Task {
      await cancelled.future.value
      return try await load.value { try await server.request("token").value }
    }
    task.cancel()
    cancelled.succeed()
    #expect(await task.result.failure is CancellationError)
    #expect(server.requests == [])
  }

  // MARK: When nobody waits any more

  @Test func withoutAPolicyALoadIsCancelledWithTheLastThatWaits() {
    let load = load()
    load.load { server.request("token") }.cancel()
    #expect(server.cancellations == [0])
    _ = load.load { server.request("token") }
    #expect(server.requests == ["token", "token"])
  }

  @Test func aLoadThatIsToFinishDoesSoForLaterCallers() {
    let load = load(.finish)
    load.load { server.request("token") }.cancel()
    #expect(server.cancellations == [])
    let second = load.load { server.request("token") }
    #expect(server.requests == ["token"])
    second.cancel()
    server.answer(0, 5)
    #expect(load.keptValue == 5)
    #expect(load.load { server.request("token") }.currentValue == 5)
  }

  @Test func aFailureOfALoadThatNobodyWaitsForIsNeitherKeptNorReported() {
    struct Unheard: Error {}
    let load = load(.finish)
    let reports = DiagnosticsRecorder { $0.error is Unheard }
    reports.record {
      load.load { server.request("token") }.cancel()
      server.fail(0, Unheard())
    }
    #expect(reports.diagnostics.isEmpty)
    _ = load.load { server.request("token") }
    #expect(server.requests == ["token", "token"])
  }

  @Test func aCancelledTaskLeavesALoadThatIsToFinish() async throws {
    let (load, server) = (load(.finish), server)
    let task = Task { try await load.value { try await server.request("token").value } }
    try await server.waitForRequests(1)
    task.cancel()
    #expect(await task.result.failure is CancellationError)
    server.answer(0, 6)
    #expect(try await load.value { 0 } == 6)
  }
}
