/// The expected behavior of a program of futures, implemented in the most obvious way: an
/// interpreter on one thread that knows nothing of the engine.
///
/// A future has an outcome, or closures that wait for it. When it settles, they run in the order in
/// which they were registered, each with all of its consequences before the next.
final class ProgramModel {
  typealias Outcome = FutureProgram.Outcome
  typealias Place = FutureProgram.Place
  typealias Closure = FutureProgram.Closure

  final class Node {
    fileprivate(set) var outcome: Outcome?
    fileprivate var waiters: [(Outcome) -> Void] = []

    init(_ outcome: Outcome? = nil) { self.outcome = outcome }
  }

  private final class Promise {
    let node: Node
    var isBound = false

    init(_ node: Node) { self.node = node }
  }

  private struct Job {
    let run: () -> Void
    let drop: () -> Void
  }

  private(set) var calls: [FutureProgram.Call] = []
  /// The closures that will never run again, and must have been released.
  private(set) var ended: Set<Closure> = []
  /// The futures that the program holds.
  private(set) var nodes: [Int: Node] = [:]
  private var promises: [Int: Promise] = [:]
  private var jobs: [[Job]] = [[], []]
  private var cancelled = [false, false]
  private var registrations: [[() -> Void]] = [[], []]
  private var current: Int?
  /// The steps that closures have taken: each is taken once, even by a closure that runs twice.
  private var effects: Set<Int> = []
  private var all: [Node] = []

  var pendingJobs: [Int] { jobs.map(\.count) }

  /// Whether every future has settled, including those that the program does not hold.
  var isOver: Bool { all.allSatisfy { $0.outcome != nil } }

  /// The promises that were not dropped, in the order of their steps.
  var keptPromises: [Int] { promises.keys.sorted() }

  /// Releases the closures that still wait, which hold the model.
  func end() {
    for node in all { node.waiters = [] }
    registrations = [[], []]
    jobs = [[], []]
  }

  // MARK: Futures

  private func node() -> Node {
    let node = Node()
    all.append(node)
    return node
  }

  private func settle(_ node: Node, _ outcome: Outcome) {
    if node.outcome != nil { return }
    node.outcome = outcome
    let waiters = node.waiters
    node.waiters = []
    for waiter in waiters { waiter(outcome) }
  }

  private func wait(for node: Node, _ waiter: @escaping (Outcome) -> Void) {
    if let outcome = node.outcome { waiter(outcome) } else { node.waiters.append(waiter) }
  }

  private func isCancelled(_ place: Place) -> Bool { place.token.map { cancelled[$0] } ?? false }

  private func register(_ place: Place, _ body: @escaping () -> Void) {
    guard let token = place.token else { return }
    if cancelled[token] { body() } else { registrations[token].append(body) }
  }

  /// Registers a closure on a future.
  ///
  /// - Parameters:
  ///   - source: The future.
  ///   - place: The context of the closure, and its token.
  ///   - closures: The closures that `body` calls.
  ///   - derived: The future that `body` settles, or `nil` for an observer.
  ///   - body: Runs on the context, at most once.
  private func attach(
    to source: Node,
    _ place: Place,
    _ closures: [Closure] = [],
    deriving derived: Node? = nil,
    _ body: @escaping (Outcome) -> Void
  ) {
    if isCancelled(place) {
      ended.formUnion(closures)
      if let derived { settle(derived, .cancelled) }
      return
    }
    var hasFired = false
    register(place) {
      if !hasFired { self.ended.formUnion(closures) }
      if let derived { self.settle(derived, .cancelled) }
    }
    wait(for: source) { outcome in
      hasFired = true
      if derived?.outcome != nil || self.isCancelled(place) {
        self.ended.formUnion(closures)
        if let derived { self.settle(derived, .cancelled) }
        return
      }
      guard let context = place.context else {
        body(outcome)
        self.ended.formUnion(closures)
        return
      }
      let job = Job {
        defer { self.ended.formUnion(closures) }
        if self.isCancelled(place) {
          if let derived { self.settle(derived, .cancelled) }
        } else if derived?.outcome == nil {
          body(outcome)
        }
      } drop: {
        self.ended.formUnion(closures)
        if let derived { self.settle(derived, .cancelled) }
      }
      self.jobs[context].append(job)
    }
  }

  /// Makes a future wait for the one that a closure returned.
  private func takeOver(_ inner: Node, _ derived: Node) {
    if inner.outcome == nil && inner === derived {
      settle(derived, .broken("self-resolution"))
    } else {
      wait(for: inner) { self.settle(derived, $0) }
    }
  }

  // MARK: Steps

  func perform(_ step: FutureProgram.Step) {
    let id = step.id
    switch step.action {
    case .promise, .settled, .work, .derive, .combine, .look:
      if nodes[id] == nil { create(step) }
    case .observe(let kind, let source, let place, let effect):
      guard let source = nodes[source] else { return }
      attach(to: source, place, [Closure(step: id)]) { outcome in
        switch kind {
        case .complete: self.call(id, outcome, effect)
        case .success: if case .value = outcome { self.call(id, outcome, effect) }
        case .failure:
          if !outcome.isValue, outcome != .cancelled { self.call(id, outcome, effect) }
        case .settled: self.call(id, nil, effect)
        }
      }
    case .complete(let promise, let outcome):
      guard let promise = promises[promise], !promise.isBound else { return }
      settle(promise.node, outcome)
    case .completeWith(let promise, let other):
      guard let promise = promises[promise], let other = nodes[other] else { return }
      guard !promise.isBound, promise.node.outcome == nil else { return }
      if other === promise.node { return settle(other, .broken("self-resolution")) }
      promise.isBound = true
      wait(for: other) { self.settle(promise.node, $0) }
    case .drop(let promise):
      guard let promise = promises.removeValue(forKey: promise), !promise.isBound else { return }
      settle(promise.node, .broken("dropped promise"))
    case .cancel(let node):
      if let node = nodes[node] { settle(node, .cancelled) }
    case .cancelToken(let token):
      if cancelled[token] { return }
      cancelled[token] = true
      let old = registrations[token]
      registrations[token] = []
      for registration in old { registration() }
    case .forget(let node):
      if promises[node] == nil { nodes[node] = nil }
    case .runJob(let context, let index):
      guard index < jobs[context].count else { return }
      let job = jobs[context].remove(at: index)
      let outer = current
      current = context
      job.run()
      current = outer
    case .dropJob(let context, let index):
      guard index < jobs[context].count else { return }
      jobs[context].remove(at: index).drop()
    }
  }

  private func call(
    _ step: Int,
    part: Int = 0,
    _ input: Outcome?,
    _ effect: FutureProgram.Effect
  ) {
    calls.append(FutureProgram.Call(step: step, part: part, context: current, input: input))
    for step in effect.step where effects.insert(step.id).inserted { perform(step) }
  }

  private func create(_ step: FutureProgram.Step) {
    let id = step.id
    switch step.action {
    case .promise:
      let promise = Promise(node())
      promises[id] = promise
      nodes[id] = promise.node
    case .settled(let outcome):
      nodes[id] = Node(outcome)
    case .work(let place, let effect):
      let derived = node()
      attach(to: Node(.value(0)), place, [Closure(step: id)], deriving: derived) { _ in
        self.call(id, nil, effect)
        self.settle(derived, .value(id))
      }
      keep(derived, id)
    case .derive(let transform, of: let source, let place, let effect):
      guard let source = nodes[source] else { return }
      let derived = node()
      var own = place
      if case .flatMapToScope = transform { own.token = nil }
      attach(to: source, own, [Closure(step: id)], deriving: derived) { outcome in
        self.apply(transform, id, outcome, place, effect, to: derived)
      }
      keep(derived, id)
    case .combine(let combination, let inputs):
      let inputs = inputs.compactMap { nodes[$0] }
      if combination.isFirstCompleted && inputs.isEmpty { return }
      let derived = node()
      combine(combination, inputs, into: derived)
      keep(derived, id)
    case .look(let search, let inputs, let place, let effect):
      let inputs = inputs.compactMap { nodes[$0] }
      let derived = node()
      let look = Look(id: id, place: place, effect: effect, result: derived)
      inOrder(search, inputs, look)
      keep(derived, id)
    default: break
    }
  }

  /// Keeps a future for the program, unless a closure has created one with that name meanwhile.
  private func keep(_ node: Node, _ id: Int) {
    if nodes[id] == nil { nodes[id] = node }
  }

  /// Returns the future with a name, for a closure to return.
  private func returned(_ id: Int) -> Node { nodes[id] ?? Node(.value(77)) }

  // MARK: Transforms

  private func apply(
    _ transform: FutureProgram.Transform,
    _ id: Int,
    _ outcome: Outcome,
    _ place: Place,
    _ effect: FutureProgram.Effect,
    to derived: Node
  ) {
    let takesFailure =
      switch transform {
      case .mapError, .recover, .flatMapError: true
      default: false
      }
    let takesAll =
      switch transform {
      case .mapResult, .flatMapResult: true
      default: false
      }
    if !takesAll && takesFailure == outcome.isValue { return settle(derived, outcome) }
    call(id, outcome, effect)
    let value = if case .value(let value) = outcome { value } else { 0 }
    let thrown = Outcome.thrown(by: value)
    switch transform {
    case .map: settle(derived, .value(value + 1))
    case .throwingMap, .tryMap: settle(derived, thrown ?? .value(value * 2))
    case .mapError: settle(derived, .typed(outcome))
    case .mapResult: settle(derived, outcome.number % 2 == 0 ? .value(outcome.number) : .failure(1))
    case .recover: settle(derived, outcome.number % 2 == 0 ? .value(5) : .failure(6))
    case .flatMap(let inner), .flatMapError(let inner), .flatMapResult(let inner):
      takeOver(returned(inner), derived)
    case .throwingFlatMap(let inner):
      if let thrown { settle(derived, thrown) } else { takeOver(returned(inner), derived) }
    case .flatMapToDerived(let inner), .flatMapToTyped(let inner), .flatMapToUnfailing(let inner):
      let hidden = node()
      let closure = Closure(step: id, part: 1)
      attach(to: returned(inner), Place(), [closure], deriving: hidden) { outcome in
        let next = self.derived(by: transform, from: outcome)
        if next != nil { self.call(id, part: 1, outcome, FutureProgram.Effect()) }
        self.settle(hidden, next ?? outcome)
      }
      takeOver(hidden, derived)
    case .flatMapToScope(let inner):
      let scoped = node()
      register(place) { self.settle(scoped, .cancelled) }
      if scoped.outcome == nil { wait(for: returned(inner)) { self.settle(scoped, $0) } }
      takeOver(scoped, derived)
    }
  }

  /// Returns what a future that a closure derives turns an outcome into, or `nil` if it passes it
  /// on.
  private func derived(by transform: FutureProgram.Transform, from outcome: Outcome) -> Outcome? {
    switch (transform, outcome) {
    case (.flatMapToDerived, .value(let value)): .value(value + 100)
    case (.flatMapToDerived, _), (_, .value): nil
    case (.flatMapToTyped, _): .typed(outcome)
    default: .value(-1)
    }
  }

  // MARK: Combinations

  private func combine(
    _ combination: FutureProgram.Combination,
    _ inputs: [Node],
    into derived: Node
  ) {
    if case .firstCompleted(let cancelsLosers) = combination {
      for input in inputs { wait(for: input) { self.settle(derived, $0) } }
      wait(for: derived) { _ in
        guard cancelsLosers else { return }
        for input in inputs { self.settle(input, .cancelled) }
      }
      return
    }
    // The program holds a transform of the collection.
    let inputs = combination == .zip ? [inputs.first, inputs.last].compactMap { $0 } : inputs
    let collection = node()
    var known = [Outcome?](repeating: nil, count: inputs.count)
    if inputs.isEmpty { settle(collection, complete(combination, [])) }
    for (index, input) in inputs.enumerated() {
      wait(for: input) { outcome in
        known[index] = outcome
        if let decided = self.decide(combination, known, outcome) {
          self.settle(collection, decided)
        }
      }
    }
    wait(for: collection) { self.settle(derived, $0) }
  }

  private func decide(
    _ combination: FutureProgram.Combination,
    _ known: [Outcome?],
    _ last: Outcome
  ) -> Outcome? {
    switch combination {
    case .all: if !last.isValue { return last }
    case .sequence, .zip:
      let prefix = known.prefix { $0 != nil }.compactMap { $0 }
      if let failure = prefix.first(where: { !$0.isValue }) { return failure }
    case .firstSuccess: if last.isValue { return last }
    default: break
    }
    if known.contains(nil) { return nil }
    return complete(combination, known.compactMap { $0 })
  }

  private func complete(
    _ combination: FutureProgram.Combination,
    _ outcomes: [Outcome]
  ) -> Outcome {
    switch combination {
    case .firstSuccess: return .aggregate(outcomes)
    case .allSettled: return .value(Outcome.number(of: outcomes))
    default:
      let failures = outcomes.filter { !$0.isValue }
      let failure = failures.first { $0 != .cancelled } ?? failures.first
      return failure ?? .value(Outcome.number(of: outcomes))
    }
  }

  // MARK: Combinations with a closure

  private struct Look {
    let id: Int
    let place: Place
    let effect: FutureProgram.Effect
    let result: Node
  }

  /// Takes one input after another, to search or to fold.
  private func inOrder(_ search: FutureProgram.Search, _ inputs: [Node], _ look: Look) {
    let result = look.result
    var next = 0
    var isBusy = false
    var sum = Outcome.value(0)
    var known = [Outcome?](repeating: nil, count: inputs.count)

    func advance() {
      if isBusy || result.outcome != nil { return }
      if next == inputs.count { return settle(result, search == .fold ? sum : .noElement) }
      guard let outcome = known[next] else { return }
      next += 1
      isBusy = true
      let step = node()
      attach(to: Node(outcome), look.place, deriving: step) { outcome in
        guard case .value(let value) = outcome else { return self.settle(step, outcome) }
        self.call(look.id, outcome, look.effect)
        if search == .fold {
          self.settle(step, .value((sum.number * 7 + value) % 1000))
        } else {
          self.settle(step, .value(value % 4 == 0 ? 1 : 0))
        }
      }
      wait(for: step) { stepped in
        isBusy = false
        guard case .value(let value) = stepped else { return self.settle(result, stepped) }
        if search == .fold {
          sum = stepped
        } else if value == 1 {
          return self.settle(result, outcome)
        }
        advance()
      }
    }

    if inputs.isEmpty { return advance() }
    register(look.place) { self.settle(result, .cancelled) }
    for (index, input) in inputs.enumerated() {
      wait(for: input) { outcome in
        known[index] = outcome
        advance()
      }
    }
  }
}

extension FutureProgram.Outcome {
  var isValue: Bool { if case .value = self { true } else { false } }
}
