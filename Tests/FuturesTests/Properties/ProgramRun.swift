import Futures
import FuturesTesting
import TestSupport

/// A program of futures that runs with real futures.
final class ProgramRun: Sendable {
  typealias Node = Future<Int, any Error>
  typealias Outcome = FutureProgram.Outcome
  typealias Place = FutureProgram.Place
  typealias Closure = FutureProgram.Closure

  private struct State {
    var nodes: [Int: Node] = [:]
    var promises: [Int: Promise<Int, any Error>] = [:]
    var current: Int?
    var effects: Set<Int> = []
    var calls: [FutureProgram.Call] = []
  }

  private let state = Locked(State())
  private let contexts = [ManualContext("0"), ManualContext("1")]
  private let sources = [CancellationSource(), CancellationSource()]
  /// The closures that exist.
  private let tickets: Tickets

  init(tickets: Tickets) { self.tickets = tickets }

  /// Makes the tokens slow: their flags are set for a while before their observers are called.
  func delayCancelling(_ wait: @escaping @Sendable () -> Void) {
    for source in sources { source.token.onCancel(wait) }
  }

  /// Cancels all tokens, from any thread.
  func cancelTokens() { for source in sources { source.cancel() } }

  /// Runs the program to its end, while other threads may cancel the tokens.
  func perform(_ program: FutureProgram) {
    for step in program.steps { perform(step) }
    finish()
  }

  /// Runs the jobs, then drops the promises, until none of either are left: a job may create
  /// promises, and the end of a promise may submit jobs.
  func finish() {
    runJobs()
    while let promise = state.withLock({ $0.promises.keys.min() }) {
      perform(FutureProgram.Step(id: -2, action: .drop(promise)))
      runJobs()
    }
  }

  /// Runs the jobs of all contexts, and the jobs that they submit.
  func runJobs() {
    while let context = pendingJobs.firstIndex(where: { $0 > 0 }) {
      perform(FutureProgram.Step(id: -1, action: .runJob(context: context, 0)))
    }
  }

  var calls: [FutureProgram.Call] { state.withLock { $0.calls } }
  var nodes: [Int: Node] { state.withLock { $0.nodes } }
  var pendingJobs: [Int] { contexts.map(\.pendingCount) }
  var alive: Set<Closure> { tickets.alive }

  private func context(_ place: Place) -> ExecutionContext {
    place.context.map { contexts[$0].context } ?? .inline
  }

  private func token(_ place: Place) -> CancellationToken {
    place.token.map { sources[$0].token } ?? .never
  }

  private func node(_ id: Int) -> Node? { state.withLock { $0.nodes[id] } }

  private func promise(_ id: Int) -> Promise<Int, any Error>? {
    state.withLock { $0.promises[id] }
  }

  /// Returns the future with a name, for a closure to return.
  private func returned(_ id: Int) -> Node { node(id) ?? Node(value: 77) }

  /// Releases all futures and promises.
  func end() {
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    withExtendedLifetime(old) {}
  }

  // MARK: Steps

  func perform(_ step: FutureProgram.Step) {
    let id = step.id
    switch step.action {
    case .promise, .settled, .work, .derive, .combine, .look:
      if node(id) == nil { create(step) }
    case .observe(let kind, let source, let place, let effect):
      if let source = node(source) { observe(kind, id, source, place, effect) }
    case .complete(let promise, let outcome):
      let promise = self.promise(promise)
      switch outcome {
      case .value(let value): promise?.succeed(value)
      default: promise?.fail(outcome.error)
      }
    case .completeWith(let promise, let other):
      if let other = node(other) { self.promise(promise)?.complete(with: other) }
    case .drop(let promise):
      let dropped = state.withLock { $0.promises.removeValue(forKey: promise) }
      withExtendedLifetime(dropped) {}
    case .cancel(let id): node(id)?.cancel()
    case .cancelToken(let token): sources[token].cancel()
    case .forget(let id):
      let forgotten = state.withLock { state in
        state.promises[id] == nil ? state.nodes.removeValue(forKey: id) : nil
      }
      withExtendedLifetime(forgotten) {}
    case .runJob(let context, let index):
      let outer = state.withLock { state in
        defer { state.current = context }
        return state.current
      }
      // A job that does not exist changes nothing.
      contexts[context].run(at: index)
      state.withLock { $0.current = outer }
    case .dropJob(let context, let index): contexts[context].drop(at: index)
    }
  }

  /// Called by the closures of the program.
  fileprivate func call(
    _ step: Int,
    part: Int = 0,
    _ input: Outcome?,
    _ effect: FutureProgram.Effect
  ) {
    let steps = state.withLock { state in
      let context = state.current
      state.calls.append(
        FutureProgram.Call(step: step, part: part, context: context, input: input)
      )
      return effect.step.filter { state.effects.insert($0.id).inserted }
    }
    for step in steps { perform(step) }
  }

  private func observe(
    _ kind: FutureProgram.Kind,
    _ id: Int,
    _ source: Node,
    _ place: Place,
    _ effect: FutureProgram.Effect
  ) {
    let (context, token) = (context(place), token(place))
    let ticket = tickets.ticket(Closure(step: id))
    switch kind {
    case .complete:
      source.on(context).onComplete(cancellation: token) { [self] result in
        ticket.touch()
        call(id, Outcome(result), effect)
      }
    case .success:
      source.on(context).onSuccess(cancellation: token) { [self] value in
        ticket.touch()
        call(id, .value(value), effect)
      }
    case .failure:
      source.on(context).onFailure(cancellation: token) { [self] error in
        ticket.touch()
        call(id, Outcome(error), effect)
      }
    case .settled:
      source.on(context).onSettled(cancellation: token) { [self] in
        ticket.touch()
        call(id, nil, effect)
      }
    }
  }

  private func create(_ step: FutureProgram.Step) {
    let id = step.id
    switch step.action {
    case .promise:
      let promise = Promise<Int, any Error>()
      state.withLock { $0.promises[id] = promise }
      keep(promise.future, id)
    case .settled(.value(let value)): keep(Node(value: value), id)
    case .settled(let outcome): keep(Node(error: outcome.error), id)
    case .work(let place, let effect):
      let ticket = tickets.ticket(Closure(step: id))
      let work = Node(on: context(place), cancellation: token(place)) { [self] in
        ticket.touch()
        call(id, nil, effect)
        return id
      }
      keep(work, id)
    case .derive(let transform, of: let source, let place, let effect):
      guard let source = node(source) else { return }
      keep(derive(transform, id, source, place, effect), id)
    case .combine(let combination, let inputs):
      let inputs = inputs.compactMap { node($0) }
      if combination.isFirstCompleted && inputs.isEmpty { return }
      keep(combine(combination, inputs), id)
    case .look(let search, let inputs, let place, let effect):
      let inputs = inputs.compactMap { node($0) }
      keep(look(search, id, inputs, place, effect), id)
    default: break
    }
  }

  private func keep(_ node: Node, _ id: Int) {
    state.withLock { state in
      if state.nodes[id] == nil { state.nodes[id] = node }
    }
  }

  // MARK: Transforms

  private func derive(
    _ transform: FutureProgram.Transform,
    _ id: Int,
    _ source: Node,
    _ place: Place,
    _ effect: FutureProgram.Effect
  ) -> Node {
    let (context, token) = (context(place), token(place))
    let ticket = tickets.ticket(Closure(step: id))
    let called: @Sendable (Outcome) -> Void = { [self] outcome in
      ticket.touch()
      call(id, outcome, effect)
    }
    switch transform {
    case .map:
      return source.on(context).map(cancellation: token) { value in
        called(.value(value))
        return value + 1
      }
    case .throwingMap:
      return source.on(context).map(cancellation: token) { value throws -> Int in
        called(.value(value))
        if let thrown = Outcome.thrown(by: value) { throw thrown.error }
        return value * 2
      }
    case .tryMap:
      return source.tryMap(on: context, cancellation: token) { value throws(any Error) -> Int in
        called(.value(value))
        if let thrown = Outcome.thrown(by: value) { throw thrown.error }
        return value * 2
      }
    case .mapError:
      return source.on(context).mapError(cancellation: token) { error -> any Error in
        called(Outcome(error))
        return ProgramError(outcome: .typed(Outcome(error)))
      }
    case .mapResult:
      return source.mapResult(on: context, cancellation: token) {
        result throws(any Error) -> Int in
        let outcome = Outcome(result)
        called(outcome)
        if outcome.number % 2 != 0 { throw Outcome.failure(1).error }
        return outcome.number
      }
    case .recover:
      return source.on(context).recover(cancellation: token) { error throws(any Error) -> Int in
        let outcome = Outcome(error)
        called(outcome)
        if outcome.number % 2 != 0 { throw Outcome.failure(6).error }
        return 5
      }
    case .flatMap(let inner):
      return source.on(context).flatMap(cancellation: token) { [self] value -> Node in
        called(.value(value))
        return returned(inner)
      }
    case .throwingFlatMap(let inner):
      return source.on(context).flatMap(cancellation: token) { [self] value throws -> Node in
        called(.value(value))
        if let thrown = Outcome.thrown(by: value) { throw thrown.error }
        return returned(inner)
      }
    case .flatMapError(let inner):
      return source.on(context).flatMapError(cancellation: token) { [self] error -> Node in
        called(Outcome(error))
        return returned(inner)
      }
    case .flatMapResult(let inner):
      return source.flatMapResult(on: context, cancellation: token) { [self] result -> Node in
        called(Outcome(result))
        return returned(inner)
      }
    case .flatMapToDerived(let inner):
      return source.on(context).flatMap(cancellation: token) { [self] value -> Node in
        called(.value(value))
        let ticket = tickets.ticket(Closure(step: id, part: 1))
        return returned(inner).on(.inline).map { [self] value in
          ticket.touch()
          call(id, part: 1, .value(value), FutureProgram.Effect())
          return value + 100
        }
      }
    case .flatMapToTyped(let inner):
      return source.on(context).flatMap(cancellation: token) {
        [self] value -> Future<Int, ProgramError> in
        called(.value(value))
        let ticket = tickets.ticket(Closure(step: id, part: 1))
        return returned(inner).on(.inline).mapError { [self] error -> ProgramError in
          ticket.touch()
          call(id, part: 1, Outcome(error), FutureProgram.Effect())
          return ProgramError(outcome: .typed(Outcome(error)))
        }
      }
    case .flatMapToUnfailing(let inner):
      return source.on(context).flatMap(cancellation: token) {
        [self] value -> Future<Int, Never> in
        called(.value(value))
        let ticket = tickets.ticket(Closure(step: id, part: 1))
        return returned(inner).on(.inline).recover { [self] error -> Int in
          ticket.touch()
          call(id, part: 1, Outcome(error), FutureProgram.Effect())
          return -1
        }
      }
    case .flatMapToScope(let inner):
      return source.on(context).flatMap { [self] value -> Node in
        called(.value(value))
        return withCancellationScope(linkedTo: token) { returned(inner) }
      }
    }
  }

  // MARK: Combinations

  private func combine(_ combination: FutureProgram.Combination, _ inputs: [Node]) -> Node {
    let number: @Sendable ([Int]) -> Int = { Outcome.number(of: $0.map { .value($0) }) }
    switch combination {
    case .all: return inputs.all().on(.inline).map(number)
    case .allWaiting: return inputs.all(.waitForAll).on(.inline).map(number)
    case .sequence: return inputs.all(.failInOrder).on(.inline).map(number)
    case .allSettled:
      let outcomes: Future<[Result<Int, any Error>], Never> = inputs.allSettled()
      return outcomes.on(.inline).map { Outcome.number(of: $0.map { Outcome($0) }) }
        .eraseFailure()
    case .zip:
      guard let first = inputs.first, let last = inputs.last else { return Node(value: number([])) }
      return zip(first, last).on(.inline).map { number([$0, $1]) }
    case .firstSuccess: return inputs.firstSuccess().eraseFailure()
    case .firstCompleted(let cancelsLosers):
      return inputs.firstCompleted(cancelsLosers: cancelsLosers)
    }
  }

  private func look(
    _ search: FutureProgram.Search,
    _ id: Int,
    _ inputs: [Node],
    _ place: Place,
    _ effect: FutureProgram.Effect
  ) -> Node {
    let (context, token) = (context(place), token(place))
    switch search {
    case .first:
      return inputs.firstValue(on: context, cancellation: token) { [self] value in
        call(id, .value(value), effect)
        return value % 4 == 0
      }
    case .fold:
      return inputs.fold(0, on: context, cancellation: token) { [self] sum, value in
        call(id, .value(value), effect)
        return (Outcome.value(sum).number * 7 + value) % 1000
      }
    }
  }
}

// MARK: - Errors

/// An error of a program.
struct ProgramError: Error, Hashable {
  var outcome: FutureProgram.Outcome
}

extension FutureProgram.Outcome {
  var error: any Error {
    if self == .cancelled { return CancellationError() }
    return ProgramError(outcome: self)
  }

  init(_ error: any Error) {
    switch error {
    case let error as ProgramError: self = error.outcome
    case is CancellationError: self = .cancelled
    case let error as BrokenPromise: self = .broken(error.reason.description)
    case is NoSuchElement: self = .noElement
    case let error as AggregateError<any Error>:
      self = .aggregate(error.errors.map { FutureProgram.Outcome($0) })
    default: self = .failure(-1)
    }
  }

  init(_ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = FutureProgram.Outcome(error)
    }
  }
}

// MARK: - Closures that exist

/// Counts the closures of a program that have not been released.
final class Tickets: Sendable {
  typealias Closure = FutureProgram.Closure

  /// An object for a closure to capture.
  final class Ticket: Sendable {
    private let closure: Closure
    private let owner: Tickets

    fileprivate init(_ closure: Closure, _ owner: Tickets) {
      self.closure = closure
      self.owner = owner
      owner.counts.withLock { $0[closure, default: 0] += 1 }
    }

    deinit { owner.counts.withLock { $0[closure, default: 0] -= 1 } }

    func touch() {}
  }

  private let counts = Locked<[Closure: Int]>([:])

  func ticket(_ closure: Closure) -> Ticket { Ticket(closure, self) }

  /// The closures that have not been released.
  var alive: Set<Closure> { counts.withLock { Set($0.lazy.filter { $0.value > 0 }.map(\.key)) } }
}
