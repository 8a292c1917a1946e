import Dispatch
import Futures
import FuturesTesting
import TestSupport
import Testing

/// Closures that return futures run in the scope in which they were registered.
@Suite struct RegisteredScopeTests {
  private let works = Works()
  private let source = CancellationSource()
  private let head = Promise<Int, any Error>()

  /// One operation that takes a closure which starts work.
  struct Verb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let failing: Bool
    let apply: Apply

    typealias Work = Future<Int, any Error>
    typealias Apply = @Sendable (_ head: Work, ExecutionContext, Works) -> Work

    init(_ name: String, failing: Bool = false, _ apply: @escaping Apply) {
      testDescription = name
      self.failing = failing
      self.apply = apply
    }
  }

  static let verbs: [Verb] = [
    Verb("flatMap") { head, context, works in head.on(context).flatMap { _ in works.start() } },
    Verb("flatMap, throwing") { head, context, works in
      head.on(context).flatMap { value throws -> Future<Int, any Error> in
        if value < 0 { throw TestError.first }
        return works.start()
      }
    },
    Verb("flatMap to another error type") { head, context, works in
      head.on(context).flatMap { _ -> Future<Int, TestError> in
        works.start().mapError { _ in TestError.first }
      }
    },
    Verb("flatMap to no error type") { head, context, works in
      head.on(context).flatMap { _ -> Future<Int, Never> in works.start().recover { _ in 0 } }
    },
    Verb("flatMap of a future that cannot fail") { head, context, works in
      head.recover { _ in 0 }.on(context).flatMap { _ in works.start() }
    },
    Verb("flatMapResult") { head, context, works in
      head.flatMapResult(on: context) { _ in works.start() }
    },
    Verb("flatMapError", failing: true) { head, context, works in
      head.on(context).flatMapError { _ in works.start() }
    },
    Verb("flatMapError, throwing", failing: true) { head, context, works in
      head.on(context).flatMapError { error throws -> Future<Int, any Error> in
        if error is CancellationError { throw error }
        return works.start()
      }
    },
    Verb("flatMapSettled") { head, context, works in
      head.flatMapSettled(on: context, storing: Stored { _ in works.start() })
    },
    Verb("flatMapStoring") { head, context, works in
      head.flatMap(on: context, storing: Stored { _ in works.start() })
    },
    Verb("recoverErrorsWith", failing: true) { head, context, works in
      head.recoverErrorsWith(on: context, storing: Stored { _ in works.start() })
    },
    Verb("flatMapInTurn") { head, context, works in
      head.flatMapInTurn(on: { context($0) }, storing: StoredInTurn { _ in works.start() })
    },
    Verb("flatMapResultInTurn") { head, context, works in
      head.flatMapResultInTurn(on: { context($0) }) { _ in works.start() }
    },
  ]

  private func settleHead(_ verb: Verb) {
    if verb.failing { head.fail(TestError.second) } else { head.succeed(1) }
  }

  @Test(arguments: verbs) func theScopeIsThatOfTheRegistration(of verb: Verb) {
    let future = withCancellationScope(linkedTo: source.token) {
      verb.apply(head.future, .inline, works)
    }
    settleHead(verb)
    #expect(works.running == 1)
    source.cancel()
    #expect(future.isSettled)
    #expect(works.running == 0)
  }

  @Test(arguments: verbs) func aHopDoesNotLoseTheScope(of verb: Verb) {
    let manual = ManualContext()
    let future = withCancellationScope(linkedTo: source.token) {
      verb.apply(head.future, manual.context, works)
    }
    settleHead(verb)
    manual.runAll()
    #expect(works.running == 1)
    source.cancel()
    #expect(future.isSettled)
    #expect(works.running == 0)
  }

  @Test(arguments: verbs) func theScopeOfTheCompletingCodeDoesNotMatter(of verb: Verb) {
    let future = verb.apply(head.future, .inline, works)
    let other = withCancellationScope(linkedTo: source.token) { () -> Future<Int, any Error> in
      settleHead(verb)
      return .never
    }
    #expect(works.running == 1)
    source.cancel()
    #expect(works.running == 1)
    #expect(!future.isSettled)
    _ = other
  }

  @Test(arguments: verbs) func theScopeOfTheCompletingContextDoesNotMatter(of verb: Verb) {
    let manual = ManualContext()
    let future = verb.apply(head.future, manual.context, works)
    settleHead(verb)
    let other = withCancellationScope(linkedTo: source.token) { () -> Future<Int, any Error> in
      manual.runAll()
      return .never
    }
    #expect(works.running == 1)
    source.cancel()
    #expect(works.running == 1)
    _ = (future, other)
  }

  @Test func workThreeLinksLaterBelongsToTheScope() {
    let future = withCancellationScope(linkedTo: source.token) {
      head.future
        .map { $0 + 1 }
        .flatMap { Future(value: $0) }
        .map { $0 + 1 }
        .flatMapError { _ in Future<Int, any Error>(value: 0) }
        .flatMap { _ in works.start() }
    }
    let thread = ThreadBox { [head] in head.succeed(1) }
    thread.start()
    thread.join()
    #expect(works.running == 1)
    future.cancel()
    #expect(works.running == 0)
  }

  @Test func workThatWorkStartsBelongsToTheScope() {
    let future = withCancellationScope(linkedTo: source.token) {
      head.future.flatMap { [works] _ in
        Future<Int, any Error>(value: 1).flatMap { _ in
          Future(on: .inline) { 2 }.flatMap { _ in works.start() }
        }
      }
    }
    head.succeed(1)
    #expect(works.running == 1)
    future.cancel()
    #expect(works.running == 0)
  }

  @Test func aQueueDoesNotLoseTheScope() async throws {
    let ran = Promise<Void, Never>()
    let future = withCancellationScope(linkedTo: source.token) {
      head.future.on(.queue(DispatchQueue(label: "scope"))).flatMap { [works] _ in
        defer { ran.succeed() }
        return works.start()
      }
    }
    head.succeed(1)
    await ran.future.value
    #expect(works.running == 1)
    future.cancel()
    #expect(works.running == 0)
  }

  @Test func anActorDoesNotMixUpScopes() async throws {
    let other = CancellationSource()
    let keeper = Keeper()
    let futures = await keeper.load(head.future, works, in: [source.token, other.token])
    let outside = await keeper.load(head.future, works)
    // This starts the actor's task in the scope of `other`.
    let settling = withCancellationScope(linkedTo: other.token) { () -> Future<Int, any Error> in
      head.succeed(1)
      return .never
    }
    await keeper.waitForStarts(3)
    #expect(works.running == 3)
    source.cancel()
    #expect(futures[0].currentError is CancellationError)
    #expect(works.running == 2)
    other.cancel()
    #expect(works.running == 1)
    #expect(!outside.isSettled)
    _ = settling
  }

  @Test @MainActor func theMainActorDoesNotLoseTheScope() async throws {
    let ran = Promise<Void, Never>()
    let future = withCancellationScope(linkedTo: source.token) {
      head.future.flatMap { [works] _ in
        MainActor.assertIsolated()
        defer { ran.succeed() }
        return works.start()
      }
    }
    let thread = ThreadBox { [head] in head.succeed(1) }
    thread.start()
    await ran.future.value
    thread.join()
    #expect(works.running == 1)
    future.cancel()
    #expect(works.running == 0)
  }

  @Test func observersRunOutsideOfTheScope() {
    let future = withCancellationScope(linkedTo: source.token) { () -> Future<Int, any Error> in
      head.future.onSuccess { [works] _ in _ = works.start() }
      head.succeed(1)
      Future<Int, any Error>(value: 1).onSuccess { [works] _ in _ = works.start() }
      return .never
    }
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(works.running == 2)
  }

  @Test func observersOfATokenRunOutsideOfTheScopeThatCancels() {
    source.token.onCancel { [works] in _ = works.start() }
    let other = CancellationSource()
    let future = withCancellationScope(linkedTo: other.token) { () -> Future<Int, any Error> in
      source.cancel()
      return .never
    }
    other.cancel()
    #expect(works.running == 1)
    _ = future
  }

  @Test func closuresDeepInsideOfOthersRunOutsideOfTheScope() {
    // This exceeds the nesting limit: the last closures run when the one at the limit has returned.
    let promises = (0..<40).map { _ in Promise<Int, any Error>() }
    for (promise, next) in zip(promises, promises.dropFirst()) {
      promise.future.onSuccess { next.succeed($0) }
    }
    let last = promises[39].future.flatMap { [works] _ in works.start() }
    let future = withCancellationScope(linkedTo: source.token) { () -> Future<Int, any Error> in
      promises[0].succeed(1)
      return .never
    }
    source.cancel()
    #expect(works.running == 1)
    _ = (last, future)
  }
}

private actor Keeper {
  private var started = 0
  private let all = Promise<Void, Never>()

  func load(
    _ head: Future<Int, any Error>,
    _ works: Works,
    in tokens: [CancellationToken]
  ) -> [Future<Int, any Error>] {
    tokens.map { token in withCancellationScope(linkedTo: token) { load(head, works) } }
  }

  func load(_ head: Future<Int, any Error>, _ works: Works) -> Future<Int, any Error> {
    head.flatMap { _ in
      self.started += 1
      if self.started == 3 { self.all.succeed() }
      return works.start()
    }
  }

  func waitForStarts(_ count: Int) async { await all.future.value }
}

/// A closure of a façade that may throw.
private struct Stored<Input>: StoredClosure {
  let call: @Sendable (Input) -> Future<Int, any Error>

  init(_ call: @escaping @Sendable (Input) -> Future<Int, any Error>) { self.call = call }

  func callAsFunction(_ input: Input) throws -> Future<Int, any Error> { call(input) }
}

/// A closure of a façade that cannot throw.
private struct StoredInTurn<Input>: StoredClosure {
  let call: @Sendable (Input) -> Future<Int, any Error>

  init(_ call: @escaping @Sendable (Input) -> Future<Int, any Error>) { self.call = call }

  func callAsFunction(_ input: Input) throws(Never) -> Future<Int, any Error> { call(input) }
}
