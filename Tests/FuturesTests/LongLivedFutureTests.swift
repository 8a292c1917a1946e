#if canImport(Glibc)
import Futures
import FuturesTesting
import Testing
import TestSupport

/// The memory that completed work leaves behind on a future that lives forever, such as a session:
/// no byte per call, whatever was called, wherever it ran, and however it ended.
///
/// Each test measures the memory of a separate process, where no other test runs.
@Suite(.serialized) struct LongLivedFutureTests {
  @Test func inTheCallThatCompletes() async {
    await #expect(processExitsWith: .success) { expectNoGrowth(.inline, .cancel) }
  }

  @Test func onTheMainActor() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run { expectNoGrowth(.mainActor, .cancel) }
    }
  }

  @Test func onAContext() async {
    await #expect(processExitsWith: .success) { expectNoGrowth(.manual, .cancel) }
  }

  @Test func withATokenThatIsCancelled() async {
    await #expect(processExitsWith: .success) { expectNoGrowth(.inline, .cancelToken) }
  }

  @Test func withATokenThatIsCancelledOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run { expectNoGrowth(.mainActor, .cancelToken) }
    }
  }

  @Test func withATokenThatIsCancelledOnAContext() async {
    await #expect(processExitsWith: .success) { expectNoGrowth(.manual, .cancelToken) }
  }

  @Test func withATokenThatLivesForEver() async {
    await #expect(processExitsWith: .success) {
      let shutdown = CancellationSource()
      expectNoGrowth(.inline, .cancel, cancellation: shutdown.token)
    }
  }

  @Test func withATokenThatLivesForEverOnAContext() async {
    await #expect(processExitsWith: .success) {
      let shutdown = CancellationSource()
      expectNoGrowth(.manual, .cancel, cancellation: shutdown.token)
    }
  }

  @Test func inAScope() async {
    await #expect(processExitsWith: .success) {
      let end = Promise<Void, any Error>()
      let scope = withCancellationScope {
        expectNoGrowth(.inline, .cancel, cancellation: .current)
        return end.future
      }
      scope.ignoringFailure()
    }
  }

  @Test func inAScopeOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let end = Promise<Void, any Error>()
        let scope = withCancellationScope {
          expectNoGrowth(.mainActor, .cancel, cancellation: .current)
          return end.future
        }
        scope.ignoringFailure()
      }
    }
  }
}

// MARK: - Where it runs, and how it ends

private enum Place { case inline, mainActor, manual }

private enum End { case cancel, cancelToken }

private func expectNoGrowth(
  _ place: Place,
  _ end: End,
  cancellation token: CancellationToken = .never
) {
  for verb in verbs + LongLivedVerb.withClosures {
    let long = Promise<Int, any Error>()
    let typed = Promise<Int, StoppableError>()
    let session = Promise<Void, any Error>()
    let manual = ManualContext()
    let context: ExecutionContext =
      switch place {
      case .inline: .inline
      case .mainActor: .mainInline
      case .manual: manual.context
      }
    let grown = AllocatedMemory.perCall {
      let source = end == .cancelToken ? CancellationSource() : nil
      let call = LongLivedVerb.Call(
        long: long.future,
        typed: typed.future,
        session: session.future,
        context: context,
        token: source?.token ?? token
      )
      let result = verb.run(call)
      manual.runAll()
      source?.cancel()
      // Not every function takes a token.
      result?()
      manual.runAll()
    }
    // What a sweep has not yet removed is bounded, and does not depend on the number of calls.
    #expect(grown < 16, "\(verb.name) leaves \(grown) bytes")
    withExtendedLifetime((long, typed, session)) {}
  }
}

// MARK: - Verbs

private typealias Call = LongLivedVerb.Call
private typealias Node = LongLivedVerb.Node
private typealias Refused = LongLivedVerb.Refused

/// There is one statement for each, because the compiler checks one list much more slowly.
private let verbs: [LongLivedVerb] = {
  var verbs: [LongLivedVerb] = []
  func add<Value>(
    _ name: String,
    _ run: @escaping @Sendable (Call) -> Future<Value, any Error>?
  ) {
    verbs.append(LongLivedVerb(name, run))
  }

  // Work that waits for the future.
  add("flatMap") { call in
    Node(value: 1).on(call.context).flatMap(cancellation: call.token) { _ in call.long }
  }
  add("flatMap, throwing, to another error type") { call in
    Node(value: 1).on(call.context).flatMap(cancellation: call.token) { value in
      if value > 1 { throw Refused() }
      return call.typed
    }
  }
  add("flatMapError") { call in
    Node(error: Refused()).on(call.context).flatMapError(cancellation: call.token) { _ in
      call.long
    }
  }
  add("flatMap of a promise, and map with a token") { call in
    let promise = Promise<Int, any Error>()
    let source = CancellationSource(linkedTo: call.token)
    let mapped = promise.future.on(call.context).flatMap { _ in call.long }
      .on(.inline).map(cancellation: source.token) { $0 }
    promise.succeed(1)
    source.cancel()
    return mapped
  }
  add("a future of work") { call in
    Node.withPromise(cancellation: call.token) { promise in promise.complete(with: call.long) }
  }
  add("complete(with:)") { call -> Node? in
    let promise = Promise<Int, any Error>()
    promise.complete(with: call.long)
    promise.cancel()
    return nil
  }
  add("complete(with:) of a promise that was cancelled") { call -> Node? in
    let promise = Promise<Int, any Error>()
    promise.cancel()
    promise.complete(with: call.long)
    return nil
  }
  add("withCancellationScope") { call in
    withCancellationScope(linkedTo: call.token) { call.long }
  }

  // Contests.
  add("timeout of work") { call in
    Node.limited(
      to: .seconds(3600),
      clock: ManualClock(),
      cancellation: call.token,
      orFail: Refused()
    ) { call.long }
  }
  add("timeout") { call in call.long.timeout(.seconds(3600), clock: ManualClock()) }
  add("firstCompleted") { call in
    let other = Promise<Int, any Error>()
    let first = [call.long, other.future].firstCompleted()
    other.succeed(1)
    return first
  }
  add("firstCompleted of a flatMap") { call in
    let (promise, other) = (Promise<Int, any Error>(), Promise<Int, any Error>())
    let first = [promise.future.flatMap { _ in call.long }, other.future].firstCompleted()
    promise.succeed(1)
    other.succeed(1)
    return first
  }
  add("firstSuccess") { call in
    [call.long, Node(value: 1)].firstSuccess().mapError { $0 as any Error }
  }

  // Combinations.
  add("all") { call in [call.long, Node(error: Refused())].all() }
  add("all, cancelled") { call in
    [call.long, Node(value: 1)].all()
  }
  add("all, waiting for all") { call in [call.long, Node(value: 1)].all(.waitForAll) }
  add("sequence") { call in [Node(error: Refused()), call.long].all(.failInOrder) }
  add("zip") { call in Futures.zip(Node(error: Refused()), call.long) }
  add("zip, cancelled") { call in Futures.zip(call.long, Node(value: 1)) }
  add("first(where:)") { call in
    [Node(value: 1), call.long].firstValue(on: call.context, cancellation: call.token) { _ in true }
  }
  add("first(where:) that waits") { call in
    [call.long, Node(value: 1)].firstValue(on: call.context, cancellation: call.token) { _ in true }
  }
  add("fold") { call in
    [Node(value: 1), call.long].fold(0, on: call.context, cancellation: call.token) { $0 + $1 }
  }
  add("fold that fails") { call in
    [Node(error: Refused()), call.long]
      .fold(0, on: call.context, cancellation: call.token) { $0 + $1 }
  }

  // Repeated work.
  add("retry") { call in
    Node.retry(clock: ManualClock(), cancellation: call.token) { call.long }
  }
  add("traverse") { call in
    [1, 2, 3].traverse(on: call.context, cancellation: call.token) { _ in call.long }
  }
  add("traverse that fails") { call in
    [1, 2].traverse(on: call.context, cancellation: call.token) { value in
      value == 1 ? Node(error: Refused()) : call.long
    }
  }
  add("traverse, one at a time") { call in
    [1, 2].traverse(maxConcurrent: 1, on: call.context, cancellation: call.token) { _ in
      call.long
    }
  }
  add("repeatWhile") { call in
    Future<Void, any Error>.repeatWhile(
      on: call.context,
      cancellation: call.token,
      { true },
      { call.session }
    )
  }

  // Observers.
  add("onComplete") { call -> Node? in
    let source = CancellationSource(linkedTo: call.token)
    call.long.on(call.context).onComplete(cancellation: source.token) { _ in }
    source.cancel()
    return nil
  }
  add("map") { call in
    let source = CancellationSource(linkedTo: call.token)
    let mapped = call.long.on(call.context).map(cancellation: source.token) { $0 }
    source.cancel()
    return mapped
  }
  add("delay") { call in
    let source = CancellationSource(linkedTo: call.token)
    let mapped = call.long.delay(.seconds(1), clock: ManualClock(), cancellation: source.token)
    source.cancel()
    return mapped
  }
  add("InterestCounter") { call in InterestCounter(call.long) {}.share() }

  return verbs
}()
#endif
