internal import Futures

/// A step that gives its input to several steps at the same time, and makes a tuple of what they
/// give.
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
/// Each branch runs in a task of its own. If one fails, the others are cancelled, and the step
/// fails with that error when all have ended. Every branch begins with the values that travel along
/// the run at that time, and does not see what the others set; see ``StepContext/subscript(_:)``.
public struct Parallel<Input: Sendable, each BranchOutput: Sendable>: Step {
  /// The outputs, in the order of the branches.
  public typealias Output = (repeat each BranchOutput)

  let branches: (repeat Branch<Input, each BranchOutput>)

  /// What messages and traces call the step.
  public let name: String

  init(name: String, branches: repeat Branch<Input, each BranchOutput>) {
    self.name = name
    self.branches = (repeat each branches)
  }

  /// Makes a step of parallel branches.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the step.
  ///   - branches: The branches: steps that all take the input.
  public init(
    _ name: String = "parallel",
    @ParallelBuilder _ branches: () -> Parallel<Input, repeat each BranchOutput>
  ) {
    self.init(name: name, branches: repeat each branches().branches)
  }

  /// The weights of the branches together.
  public var weight: Double {
    var sum = 0.0
    repeat sum += (each branches).weight
    return sum
  }

  /// Runs the branches.
  ///
  /// - Parameters:
  ///   - input: What each branch gets.
  ///   - context: The context of the step.
  /// - Returns: What the branches give.
  /// - Throws: The first error in time.
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

/// A step as one of several parallel ones.
struct Branch<Input: Sendable, Output: Sendable>: Sendable {
  let name: String
  let weight: Double
  let run: nonisolated(nonsending) @Sendable (Input, StepContext) async throws -> Output

  init(_ step: some Step<Input, Output>) {
    name = step.name
    weight = step.usableWeight
    run = { input, context in try await step.run(input, in: context) }
  }
}

/// The work of a branch, without its types.
private struct BranchJob: Sendable {
  let run: @Sendable () async throws -> Void
}

/// Where a branch leaves its output.
private final class Slot<Value: Sendable>: Sendable {
  private let content = Locked<Value?>(nil)

  var value: Value? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }

  /// The output, which is there if no branch has failed.
  func take() throws -> Value {
    guard let value else { throw CancellationError() }
    return value
  }
}
