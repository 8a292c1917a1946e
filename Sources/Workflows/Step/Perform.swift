/// A step that calls a closure.
///
/// ```swift
/// let words = Workflow {
///   LoadFile(url)
///   Perform("count words") { (text: Data) in text.split(separator: 0x20).count }
/// }
/// ```
///
/// In a chain of ``Step/then(_:on:_:)`` the closure can be written without the type of its input. A closure
/// may be synchronous or asynchronous, and isolated to the main actor by writing `@MainActor` in it. It is
/// the successor of BkTask's `BKTBlockStepOperation`.
public struct Perform<Input: Sendable, Output: Sendable>: Step {
  typealias Body = @Sendable (Input, StepContext) async throws -> Output

  /// What messages and traces call the step.
  public let name: String

  private let body: Body

  init(name: String, body: @escaping Body) {
    self.name = name
    self.body = body
  }

  /// Makes a step of a closure, which runs in the task of the run.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the step.
  ///   - body: The work. Its task is cancelled when the step shall stop. What it throws fails the step.
  public init(
    _ name: String = "closure",
    _ body: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.init(name: name) { input, _ in try await body(input) }
  }

  /// Calls the closure.
  ///
  /// - Parameters:
  ///   - input: What the closure gets.
  ///   - context: The context of the step.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    try await body(input, context)
  }
}

extension Step {
  /// Makes a workflow of this step and a closure that takes what it gives.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the closure.
  ///   - body: The work, which runs in the task of the run. What it throws fails the step.
  /// - Returns: The workflow.
  public func then<Next: Sendable>(
    _ name: String = "closure",
    _ body: @escaping @Sendable (Output) async throws -> Next
  ) -> Workflow<Input, Next> {
    then(Perform<Output, Next>(name, body))
  }
}
