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
/// If the closure returns a future, the step waits for it. In a chain of `then` you can write the
/// closure without the type of its input. A closure is synchronous or asynchronous. It runs where
/// it is written: on the actor of the code that passes it, or in the task of the run if that code
/// is nonisolated. With `on:` it runs on an `ExecutionContext`. `Perform` is the successor of
/// BkTask's `BKTBlockStepOperation`.
public struct Perform<Input: Sendable, Output: Sendable>: Step {
  /// The name of the step in messages and traces.
  public let name: String

  /// Whether the closure receives the context.
  let seesContext: Bool
  private let body: @Sendable (Input, StepContext) async throws -> Output

  init(
    name: String,
    seesContext: Bool = false,
    body: @escaping @Sendable (Input, StepContext) async throws -> Output
  ) {
    self.name = name
    self.seesContext = seesContext
    self.body = body
  }

  /// Creates a step that calls a closure where it is written.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - body: The work. Its task is cancelled with the step. An error that it throws fails the
  ///     step.
  @_disfavoredOverload
  public init(
    _ name: String = "closure",
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Output
  ) {
    self.init(name: name) { input, _ in try await body(input) }
  }

  /// Creates a step that calls a synchronous closure on a context.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - context: Where the closure runs. If the step is cancelled before the closure has started,
  ///     the closure does not run; the step waits for a closure that has started. If the context
  ///     drops the job, the step fails with `CancellationError`.
  ///   - body: The work. An error that it throws fails the step.
  @_disfavoredOverload
  public init(
    _ name: String = "closure",
    on context: ExecutionContext,
    _ body: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(name: name) { input, step in try await step.call(on: context) { try body(input) } }
  }

  /// Creates a step that calls an asynchronous closure on a context.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - context: Where the closure runs, from one suspension to the next, unless it is isolated to
  ///     an actor. If the context drops a job, the step fails with `CancellationError`: a closure
  ///     that has not started does not run, and the rest of one that has runs on a global queue.
  ///   - body: The work. Its task is cancelled with the step. An error that it throws fails the
  ///     step.
  @_disfavoredOverload
  public init(
    _ name: String = "closure",
    on context: ExecutionContext,
    _ body: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.init(name: name) { input, _ in
      try await StepContext.task(on: context) { try await body(input) }
    }
  }

  /// Returns a step whose closure also receives the context of the step.
  ///
  /// Use the context to report progress, to check for cancellation, and to share values with other
  /// steps.
  ///
  /// - Parameters:
  ///   - name: The name of the step in messages and traces.
  ///   - body: The work, which receives the input and the context. It runs where it is written.
  /// - Returns: The step.
  @_disfavoredOverload
  public static func withContext(
    _ name: String = "closure",
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Input, StepContext) async throws -> Output
  ) -> Perform {
    Perform(name: name, seesContext: true) { try await body($0, $1) }
  }

  /// Calls the closure.
  ///
  /// - Parameters:
  ///   - input: The input of the closure.
  ///   - context: The context of the step.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    try await body(input, context)
  }
}

extension Perform: OutlinedStep {
  package var ownOutline: StepOutline {
    var outline = outline(.step)
    outline.seesContext = seesContext
    return outline
  }
}
