/// A step that looks at its input and then does one thing or another.
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
  /// What messages and traces call the step.
  public let name: String

  private let condition: @Sendable (Input) async throws -> Bool
  private let accepted: Workflow<Input, Output>
  private let otherwise: Workflow<Input, Output>

  /// Makes a step of a condition and two workflows.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the step.
  ///   - condition: Decides on the input. It runs where it is written. What it throws fails the
  ///     step.
  ///   - accepted: What to do if it is true.
  ///   - otherwise: What to do if it is false.
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

  /// The greater one of the weights of what can be done.
  public var weight: Double { max(accepted.weight, otherwise.weight) }

  /// Asks, and does one thing or the other.
  ///
  /// - Parameters:
  ///   - input: What the condition and the chosen steps get.
  ///   - context: The context of the step.
  /// - Returns: What the chosen steps give.
  /// - Throws: What the condition or a step throws.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    let chosen = try await condition(input) ? accepted : otherwise
    return try await chosen.run(input, in: context)
  }
}

extension When where Input == Output {
  /// Makes a step of a condition and a workflow that keeps the type, and that is left out if the
  /// condition is false.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the step.
  ///   - condition: Decides on the input. It runs where it is written. What it throws fails the
  ///     step.
  ///   - accepted: What to do if it is true. If it is false, the step gives what it gets.
  public init(
    _ name: String = "when",
    @_inheritActorContext _ condition:
      @escaping @Sendable @isolated(any) (Input) async throws -> Bool,
    @WorkflowBuilder then accepted: () -> Workflow<Input, Output>
  ) {
    self.name = name
    self.condition = { try await condition($0) }
    self.accepted = accepted()
    otherwise = Workflow(named: "otherwise")
  }
}
