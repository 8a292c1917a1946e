/// A step that chooses between two workflows by its input.
///
/// ```swift
/// let load = Workflow("load") {
///   When("is compressed") { (data: Data) in data.isCompressed } then: {
///     Decompress()
///   }
///   DecodeJSON<Page>()
/// }
/// ```
public struct When<Input: Sendable, Output: Sendable>: Step {
  /// The name of the step in messages and traces.
  public let name: String

  private let condition: @Sendable (Input) async throws -> Bool
  let accepted: Workflow<Input, Output>
  let otherwise: Workflow<Input, Output>

  /// Creates a step of a condition and two workflows.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - condition: Tests the input. It runs where it is written. An error that it throws fails the
  ///     step.
  ///   - accepted: The steps to run if the condition is true.
  ///   - otherwise: The steps to run if the condition is false.
  public init(
    _ name: String = "when",
    @_inheritActorContext _ condition:
      @escaping @Sendable @isolated(any) (Input) async throws -> Bool,
    @WorkflowBuilder then accepted: () -> Workflow<Input, Output>,
    @WorkflowBuilder otherwise: () -> Workflow<Input, Output>
  ) {
    self.name = name
    self.condition = { try await condition($0) }
    self.accepted = accepted()
    self.otherwise = otherwise()
  }

  /// The greater of the weights of the two workflows.
  public var weight: Double { max(accepted.weight, otherwise.weight) }

  /// Tests the input, and runs one of the two workflows.
  ///
  /// - Parameters:
  ///   - input: The input of the condition and of the chosen workflow.
  ///   - context: The context of the step.
  /// - Returns: The output of the chosen workflow.
  /// - Throws: The error of the condition or of a step.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    guard let run = context.durability else {
      let chosen = try await condition(input) ? accepted : otherwise
      return try await chosen.run(input, in: context)
    }
    var choice = choice(at: context.place, in: run)
    if choice == nil { choice = try await condition(input) }
    let isAccepted = choice == true
    let inner = context.choosing(Self.branchName(isAccepted))
    return try await (isAccepted ? accepted : otherwise).run(input, in: inner)
  }
}

extension When where Input == Output {
  /// Creates a step of a condition and a workflow that is skipped if the condition is false.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - condition: Tests the input. It runs where it is written. An error that it throws fails the
  ///     step.
  ///   - accepted: The steps to run if the condition is true. If it is false, the step returns its
  ///     input.
  public init(
    _ name: String = "when",
    @_inheritActorContext _ condition:
      @escaping @Sendable @isolated(any) (Input) async throws -> Bool,
    @WorkflowBuilder then accepted: () -> Workflow<Input, Output>
  ) {
    self.name = name
    self.condition = { try await condition($0) }
    self.accepted = accepted()
    otherwise = Workflow.empty(named: "otherwise")
  }
}
