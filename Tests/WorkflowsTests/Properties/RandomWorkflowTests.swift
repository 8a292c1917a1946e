import Futures
import Testing
import TestSupport
import Workflows

/// Compares random trees of steps with an interpreter: the outcome, the state, and which steps ran
/// with which inputs.
@Suite struct RandomWorkflowTests {
  @Test func workflowsDoWhatTheInterpreterDoes() async {
    for seed in PropertySeed.seeds(1000, of: "trees of steps") {
      guard let (tree, difference) = await smallestDifference(seed) else { continue }
      Issue.record("Tree \(seed): \(difference)\n\(tree)")
      return
    }
  }

  /// Returns the smallest tree of one seed that differs.
  private func smallestDifference(_ seed: UInt64) async -> (StepTree, String)? {
    guard await difference(StepTree(seed: seed, size: 12)) != nil else { return nil }
    for size in 1...12 {
      let tree = StepTree(seed: seed, size: size)
      if let difference = await difference(tree) { return (tree, difference) }
    }
    return nil
  }

  private func difference(_ tree: StepTree) async -> String? {
    let (ours, theirs) = (StepTree.World(), StepTree.World())
    let options = RunOptions(cancellation: ours.source.token, cancelsWhenUnobserved: false)
    let run = tree.workflow(ours).start(1, options: options)
    let outcome: StepTree.Outcome
    do { outcome = .value(try await run.value) } catch { outcome = .init(error) }
    await run.stopped()

    var expected: StepTree.Outcome
    do { expected = .value(try tree.interpret(1, theirs)) } catch { expected = .init(error) }
    // A run that is cancelled ends as cancelled, whatever its last step returns.
    if theirs.source.isCancelled { expected = .cancelled }

    if outcome != expected { return "is \(outcome), and should be \(expected)" }
    let isOrdered = !tree.isConcurrent
    let calls = isOrdered ? ours.calls : ours.calls.sorted()
    let expectedCalls = isOrdered ? theirs.calls : theirs.calls.sorted()
    if calls != expectedCalls { return "calls \(calls), and should call \(expectedCalls)" }
    return nil
  }
}

extension StepTree.Outcome {
  fileprivate init(_ error: any Error) {
    switch error {
    case let failure as StepTree.Failure: self = .failure(failure.id)
    case is CancellationError: self = .cancelled
    default: self = .failure(-1)
    }
  }
}

extension StepTree {
  /// Creates a random tree, which is the same for the same seed and size.
  init(seed: UInt64, size: Int) {
    var generator = TreeGenerator(random: RandomNumbers(seed: seed), steps: size)
    self = generator.tree()
  }
}

private struct TreeGenerator {
  var random: RandomNumbers
  /// The number of steps that can still be added to the tree.
  var steps: Int
  private var nextID = 0

  init(random: RandomNumbers, steps: Int) {
    self.random = random
    self.steps = steps
  }

  // Concurrent leaves all succeed, because which of several failures comes first is not determined.
  mutating func tree(isPure: Bool = false) -> StepTree {
    steps -= 1
    if steps <= 0 { return leaf(isPure) }
    switch random.number(0...12) {
    case 0..<2: return leaf(isPure)
    case 2..<6:
      return .chain((0..<random.number(0...4)).map { _ in tree(isPure: isPure) })
    case 6: return .when(tree(isPure: isPure), tree(isPure: isPure))
    case 7: return .retry(tree(isPure: isPure), attempts: random.number(1...3))
    case 8: return .recover(tree(isPure: isPure), with: tree(isPure: isPure))
    case 9: return .settle(tree(isPure: isPure))
    case 10: return .limit(tree(isPure: isPure))
    case 11:
      let isConcurrent = random.number(0...1) == 0
      return .forEach(
        tree(isPure: isPure || isConcurrent),
        count: random.number(0...3),
        maxConcurrent: isConcurrent ? 3 : 1
      )
    default: return .parallel(tree(isPure: true), tree(isPure: true))
    }
  }

  private mutating func leaf(_ isPure: Bool) -> StepTree {
    nextID += 1
    let kinds: [StepTree.Leaf.Kind] = [
      .add(1), .add(2), .add(3), .add(7), .fail, .flaky(1), .flaky(2), .fail, .throwCancellation,
      .cancelRun, .failCancelled,
    ]
    let kind = random.element(isPure ? Array(kinds.prefix(4)) : kinds)
    return .leaf(StepTree.Leaf(id: nextID, kind: kind))
  }
}
