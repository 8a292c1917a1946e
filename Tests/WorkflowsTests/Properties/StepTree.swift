import Futures
import FuturesTesting
import TestSupport
import Workflows

/// A random tree of steps from numbers to numbers.
///
/// A leaf that is retried, or that is a fallback, is a bare step. Others are workflows, which check
/// for the end of their run before each step.
///
/// ``workflow(_:)`` creates a workflow from it; ``interpret(_:_:)`` computes what that should do.
indirect enum StepTree: Sendable {
  case leaf(Leaf)
  case chain([StepTree])
  /// Runs the first tree for even numbers, and the second for odd ones.
  case when(StepTree, StepTree)
  case retry(StepTree, attempts: Int)
  case recover(StepTree, with: StepTree)
  case settle(StepTree)
  case limit(StepTree)
  /// Runs the steps for the number and its successors.
  case forEach(StepTree, count: Int, maxConcurrent: Int)
  case parallel(StepTree, StepTree)

  /// A step with an effect.
  struct Leaf: Sendable {
    enum Kind: Sendable {
      case add(Int)
      case fail
      /// Fails this many times.
      case flaky(Int)
      case throwCancellation
      case cancelRun
      /// Cancels the run, and fails.
      case failCancelled
    }

    let id: Int
    let kind: Kind
  }

  struct Failure: Error, Hashable { let id: Int }

  enum Outcome: Hashable, Sendable {
    case value(Int)
    case failure(Int)
    case cancelled
  }

  /// A call of a leaf.
  struct Call: Hashable, Sendable, Comparable {
    let leaf: Int
    let input: Int

    static func < (one: Call, other: Call) -> Bool {
      (one.leaf, one.input) < (other.leaf, other.input)
    }
  }
}

// MARK: - Leaves

extension StepTree {
  /// The shared state of leaves in one run, of a workflow or of the interpreter.
  final class World: Sendable {
    private let log = Log<Call>()
    let source = CancellationSource()

    var calls: [Call] { log.all }

    func call(_ leaf: Leaf, _ input: Int) throws -> Int {
      let earlier = log.all.count { $0.leaf == leaf.id }
      log.add(Call(leaf: leaf.id, input: input))
      switch leaf.kind {
      case .add(let number): return input + number
      case .fail: throw Failure(id: leaf.id)
      case .flaky(let failures): if earlier < failures { throw Failure(id: leaf.id) }
      case .throwCancellation: throw CancellationError()
      case .cancelRun: source.cancel()
      case .failCancelled:
        source.cancel()
        throw Failure(id: leaf.id)
      }
      return input
    }

    func throwIfCancelled() throws {
      if source.isCancelled { throw CancellationError() }
    }
  }
}

// MARK: - The model

extension StepTree {
  /// Runs the steps one after another.
  func interpret(_ input: Int, _ world: World) throws -> Int {
    try world.throwIfCancelled()
    switch self {
    case .leaf(let leaf): return try world.call(leaf, input)
    case .chain(let steps): return try steps.reduce(input) { try $1.interpret($0, world) }
    case .when(let even, let odd):
      return try (input.isMultiple(of: 2) ? even : odd).interpret(input, world)
    case .limit(let step): return try step.interpret(input, world)
    case .retry(let step, let attempts):
      for _ in 1..<attempts {
        do {
          return try step.interpret(input, world)
        } catch is Failure {
          try world.throwIfCancelled()
        }
      }
      return try step.interpret(input, world)
    case .recover(let step, let fallback):
      do { return try step.interpret(input, world) } catch is Failure {
        return try fallback.interpret(input, world)
      }
    case .settle(let step):
      do { return try step.interpret(input, world) } catch is Failure {
        try world.throwIfCancelled()
        return -1
      }
    case .forEach(let step, let count, _):
      return try (0..<count).reduce(0) { try $0 + step.interpret(input + $1, world) }
    case .parallel(let first, let second):
      return try first.interpret(input, world) - second.interpret(input, world)
    }
  }

  /// Whether steps of the tree may run concurrently.
  var isConcurrent: Bool {
    switch self {
    case .leaf: false
    case .chain(let steps): steps.contains(where: \.isConcurrent)
    case .when(let one, let other), .recover(let one, with: let other):
      one.isConcurrent || other.isConcurrent
    case .retry(let step, _), .settle(let step), .limit(let step): step.isConcurrent
    case .forEach(let step, _, let limit): limit > 1 || step.isConcurrent
    case .parallel: true
    }
  }
}

// MARK: - The workflow

extension StepTree {
  func workflow(_ world: World) -> Workflow<Int, Int> {
    let start = Workflow<Int, Int>.empty(named: "tree")
    switch self {
    case .leaf(let leaf): return start.appending(LeafStep(leaf: leaf, world: world))
    case .chain(let steps): return steps.reduce(start) { $0.appending($1.workflow(world)) }
    case .when(let even, let odd):
      return start.appending(
        When("even") { (number: Int) in
          number.isMultiple(of: 2)
        } then: {
          even.workflow(world)
        } otherwise: {
          odd.workflow(world)
        }
      )
    case .limit(let step):
      return start.appending(step.workflow(world).timeout(.seconds(1), clock: ManualClock()))
    case .retry(.leaf(let leaf), let attempts):
      let step = LeafStep(leaf: leaf, world: world)
      return start.appending(step.retry(RetryPolicy(attempts: attempts)))
    case .retry(let step, let attempts):
      return start.appending(step.workflow(world).retry(RetryPolicy(attempts: attempts)))
    case .recover(let step, .leaf(let leaf)):
      let fallback = LeafStep(leaf: leaf, world: world)
      return start.appending(step.workflow(world).recover(with: fallback))
    case .recover(let step, let fallback):
      return start.appending(step.workflow(world).recover(with: fallback.workflow(world)))
    case .settle(let step):
      return start.appending(step.workflow(world).asResult()).then { (try? $0.get()) ?? -1 }
    case .forEach(let step, let count, let limit):
      return start.then { input in (0..<count).map { input + $0 } }
        .then(ForEach(maxConcurrent: limit) { step.workflow(world) })
        .then { $0.reduce(0, +) }
    case .parallel(let first, let second):
      return start.appending(
        Parallel {
          first.workflow(world)
          second.workflow(world)
        }
      ).then { $0 - $1 }
    }
  }

  private struct LeafStep: Step {
    let leaf: Leaf
    let world: World

    func run(_ input: Int, in context: StepContext) async throws -> Int {
      try world.call(leaf, input)
    }
  }
}
