internal import Futures

/// A step that passes its input to several steps concurrently, and returns a tuple of their
/// outputs.
///
/// ```swift
/// let profile = Workflow("profile") {
///   LoadUser()
///   Parallel {
///     LoadAvatar()     // User -> Image
///     CountUnread()    // User -> Int
///   }
///   Perform { (avatar: Image, unread: Int) in Header(avatar, unread) }
/// }
/// ```
///
/// Each branch runs in a new task. If one fails, the others are cancelled, and the step fails with
/// that error once all have ended. A branch that ignores its cancellation therefore delays the
/// failure; ``Step/timeout(_:clock:)`` limits how long. Every branch begins with the values of the
/// run at that time, and does not see what the others set; see ``StepContext/subscript(_:)``.
public struct Parallel<Input: Sendable, each BranchOutput: Sendable>: Step {
  let branches: (repeat Branch<Input, each BranchOutput>)

  /// The name of the step in messages and traces.
  public let name: String

  init(name: String, branches: repeat Branch<Input, each BranchOutput>) {
    self.name = name
    self.branches = (repeat each branches)
  }

  /// Creates a step of concurrent branches.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - branches: The steps, which all take the input.
  public init(
    _ name: String = "parallel",
    @ParallelBuilder _ branches: () -> Parallel<Input, repeat each BranchOutput>
  ) {
    self.init(name: name, branches: repeat each branches().branches)
  }

  /// The total weight of the branches.
  public var weight: Double {
    var sum = 0.0
    repeat sum += (each branches).weight
    return sum
  }

  /// Runs the branches.
  ///
  /// - Parameters:
  ///   - input: The input of each branch.
  ///   - context: The context of the step.
  /// - Returns: The outputs of the branches.
  /// - Throws: The error of the first branch that fails.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> (repeat each BranchOutput) {
    let fork = Fork(context)
    let weight = weight
    let slots = (repeat Slot<each BranchOutput>())
    var jobs: [BranchJob] = []
    func add<Output>(_ branch: Branch<Input, Output>, _ slot: Slot<Output>) {
      let number = jobs.count
      let share = weight > 0 ? branch.weight / weight : 0
      jobs.append(
        BranchJob {
          slot.value = try await fork.perform(number, branch.name, share: share) { context in
            try await branch.run(input, context)
          }
        }
      )
    }
    repeat add(each branches, each slots)
    try await fork.run(count: jobs.count, limit: jobs.count) { [jobs] number in
      try await jobs[number].run()
    }
    return (repeat try (each slots).take())
  }
}

/// A step as one of several concurrent branches.
struct Branch<Input: Sendable, Output: Sendable>: Sendable {
  let name: String
  let weight: Double
  let outline: @Sendable () -> StepOutline
  let recorded: @Sendable (_ place: RecordPath, _ run: any RunDurability) throws -> Output?
  let compensations: @Sendable (_ target: RecordPath, _ place: RecordPath) -> [RecordedCompensation]
  let run: nonisolated(nonsending) @Sendable (Input, StepContext) async throws -> Output

  init(_ step: some Step<Input, Output>) {
    name = step.name
    weight = step.usableWeight
    outline = { step.outline }
    recorded = { place, run in try step.output(recordedAt: place, in: run) }
    compensations = { target, place in step.compensations(for: target, at: place) }
    run = { input, context in try await step.run(input, in: context) }
  }
}

/// The work of a branch, without its types.
private struct BranchJob: Sendable {
  let run: @Sendable () async throws -> Void
}

/// The output of a branch, once it has one.
private final class Slot<Value: Sendable>: Sendable {
  private let content = Locked<Value?>(nil)

  var value: Value? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }

  /// Returns the output, which exists if no branch has failed.
  func take() throws -> Value {
    guard let value else { throw CancellationError() }
    return value
  }
}
