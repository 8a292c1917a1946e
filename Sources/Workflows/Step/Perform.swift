public import Futures

/// A step that calls a closure.
///
/// ```swift
/// let words = Workflow {
///   LoadFile(url)
///   Perform("count words") { (text: Data) in text.split(separator: 0x20).count }
/// }
/// ```
///
/// In a chain of `then` the closure can be written without the type of its input. A closure may be
/// synchronous or asynchronous. It runs where it is written: on the actor of the code that passes
/// it, or in the task of the run if that code is nonisolated. With `on:` it runs on an
/// `ExecutionContext`. `Perform` is the successor of BkTask's `BKTBlockStepOperation`.
public struct Perform<Input: Sendable, Output: Sendable>: Step {
  /// What messages and traces call the step.
  public let name: String

  private let body: @Sendable (Input, StepContext) async throws -> Output

  init(
    name: String,
    body: @escaping @Sendable (Input, StepContext) async throws -> Output
  ) {
    self.name = name
    self.body = body
  }

  /// Creates a step that calls a closure where it is written.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the step.
  ///   - body: The work. Its task is cancelled when the step shall stop. What it throws fails the
  ///     step.
  public init(
    _ name: String = "closure",
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Output
  ) {
    self.init(name: name) { input, _ in try await body(input) }
  }

  /// Makes a step of a synchronous closure, which runs on a context.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the step.
  ///   - context: Where the closure runs. If the step shall stop before the closure has started, it
  ///     does not run; one that has started is waited for. If the context drops the job, the step
  ///     fails with `CancellationError`.
  ///   - body: The work. What it throws fails the step.
  public init(
    _ name: String = "closure",
    on context: ExecutionContext,
    _ body: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(name: name) { input, step in try await step.call(on: context) { try body(input) } }
  }

  /// Makes a step of an asynchronous closure, which runs on a context.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the step.
  ///   - context: Where the closure runs, from one suspension to the next, unless it is isolated to
  ///     an actor. It must run every job that it is given.
  ///   - body: The work. Its task is cancelled when the step shall stop. What it throws fails the
  ///     step.
  public init(
    _ name: String = "closure",
    on context: ExecutionContext,
    _ body: @escaping @Sendable (Input) async throws -> Output
  ) {
    let executor = ContextTaskExecutor(context)
    self.init(name: name) { input, _ in
      try await withTaskExecutorPreference(executor) { try await body(input) }
    }
  }

  /// Makes a step of a closure that reports progress, looks for cancellation or uses values that
  /// travel along.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the step.
  ///   - body: The work. It runs where it is written, and takes the input and the context of the
  ///     step.
  /// - Returns: The step.
  public static func withContext(
    _ name: String = "closure",
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Input, StepContext) async throws -> Output
  ) -> Perform {
    Perform(name: name) { input, context in try await body(input, context) }
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
