#if Observability
import Dispatch
import Futures
import FuturesObservability
import FuturesTesting
import InMemoryTracing
import TestSupport
import Testing
import Tracing

private enum RequestKey: ServiceContextKey { typealias Value = String }

extension ServiceContext {
  fileprivate var request: String? {
    get { self[RequestKey.self] }
    set { self[RequestKey.self] = newValue }
  }
}

private enum Local {
  @TaskLocal static var user = "nobody"
}

@Suite(.timeLimit(.minutes(10)))
struct ServiceContextTests {
  private var context: ServiceContext {
    var context = ServiceContext.topLevel
    context.request = "r1"
    return context
  }

  @Test func followsAClosureToAnotherThread() async throws {
    let promise = Promise<Int, any Error>()
    let queue = ExecutionContext.queue(DispatchQueue(label: "elsewhere"))
    let seen = ServiceContext.withValue(context) {
      promise.future
        .on(queue.withServiceContext()).map { _ in ServiceContext.current?.request }
    }
    promise.succeed(1)
    #expect(try await seen.value == "r1")
    #expect(ServiceContext.current == nil)
  }

  @Test func followsAClosureThatAnotherCallerCompletes() throws {
    let promise = Promise<Int, any Error>()
    let (carried, plain) = ServiceContext.withValue(context) {
      (
        promise.future.on(.inline.withServiceContext()).map { _ in ServiceContext.current?.request
        },
        promise.future.on(.inline).map { _ in ServiceContext.current?.request }
      )
    }
    var other = ServiceContext.topLevel
    other.request = "r2"
    ServiceContext.withValue(other) { _ = promise.succeed(1) }
    #expect(carried.currentValue == .some("r1"))
    #expect(plain.currentValue == .some("r2"))
  }

  @Test func followsThroughFlatMap() throws {
    let (first, second) = (Promise<Int, any Error>(), Promise<Int, any Error>())
    let seen = ServiceContext.withValue(context) {
      first.future.on(.inline.withServiceContext()).flatMap { _ in
        second.future.on(.inline.withServiceContext()).map { _ in ServiceContext.current?.request }
      }
    }
    first.succeed(1)
    second.succeed(2)
    #expect(seen.currentValue == .some("r1"))
  }

  @Test func reachesTheTasksThatAClosureStarts() async throws {
    let promise = Promise<Int, any Error>()
    let seen = ServiceContext.withValue(context) {
      promise.future.on(.inline.withServiceContext()).flatMap { _ in
        Future { () async throws -> String? in ServiceContext.current?.request }
      }
    }
    promise.succeed(1)
    #expect(try await seen.value == "r1")
  }

  @Test func carriesAnyTaskLocal() {
    let promise = Promise<Int, any Error>()
    let seen = Local.$user.withValue("ada") {
      promise.future.on(.inline.carrying(Local.$user)).map { _ in Local.user }
    }
    promise.succeed(1)
    #expect(seen.currentValue == "ada")
  }

  @Test func workHasTheContextThatIsSetForIt() {
    var other = ServiceContext.topLevel
    other.request = "r2"
    let (limit, gate) = (ConcurrencyLimit(1), Promise<Int, any Error>())
    let first = limit.run { gate.future }
    let seen = ServiceContext.withValue(context) {
      limit.run(on: .inline.withServiceContext(other)) {
        Future<String?, any Error>(value: ServiceContext.current?.request)
      }
    }
    let carried = Local.$user.withValue("ada") {
      limit.run(on: .inline.carrying(Local.$user)) { Future<String?, any Error>(value: Local.user) }
    }
    gate.succeed(1)
    #expect(seen.currentValue == .some("r2"))
    #expect(carried.currentValue == .some("ada"))
    withExtendedLifetime(first) {}
  }

  @Test func longChainsTakeLittleStack() {
    onSmallStack {
      let promise = Promise<Int, any Error>()
      var future = promise.future
      for _ in 0..<100_000 { future = future.on(.inline.withServiceContext()).map { $0 + 1 } }
      promise.succeed(0)
      #expect(future.currentValue == 100_000)
    }
  }
}
#endif
