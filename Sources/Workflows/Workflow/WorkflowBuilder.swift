/// Builds workflows out of the steps in a closure.
///
/// Besides steps, one after another, it takes `if` with and without `else`, and `switch`: they
/// choose steps when the workflow is built. To choose while it runs, use ``When``.
@resultBuilder
public enum WorkflowBuilder {
  /// Begins with a step.
  ///
  /// - Parameter first: The step.
  /// - Returns: A workflow of that step.
  public static func buildPartialBlock<Input, Output>(
    first: some Step<Input, Output>
  ) -> Workflow<Input, Output> {
    first.asWorkflow
  }

  /// Goes on with a step.
  ///
  /// - Parameters:
  ///   - accumulated: The steps so far.
  ///   - next: A step that takes what they give.
  /// - Returns: The longer workflow.
  public static func buildPartialBlock<Input, Middle, Output>(
    accumulated: Workflow<Input, Middle>,
    next: some Step<Middle, Output>
  ) -> Workflow<Input, Output> {
    accumulated.appending(next)
  }

  /// Refuses a step that does not fit, with a message that says so.
  ///
  /// - Parameters:
  ///   - accumulated: The steps so far.
  ///   - next: A step that takes something else than they give.
  /// - Returns: Nothing; it cannot be called.
  @available(*, unavailable, message: "a step does not take what the step before it gives")
  @_disfavoredOverload
  public static func buildPartialBlock<Input, Given, Taken, Output>(
    accumulated: Workflow<Input, Given>,
    next: some Step<Taken, Output>
  ) -> Workflow<Input, Output> {
    preconditionFailure("the compiler refuses calls of this")
  }

  /// Takes the steps of the first branch of an `if` or `switch`.
  ///
  /// - Parameter component: The steps.
  /// - Returns: The same.
  public static func buildEither<Input, Output>(
    first component: Workflow<Input, Output>
  ) -> Workflow<Input, Output> {
    component
  }

  /// Takes the steps of the other branch of an `if` or `switch`.
  ///
  /// - Parameter component: The steps.
  /// - Returns: The same.
  public static func buildEither<Input, Output>(
    second component: Workflow<Input, Output>
  ) -> Workflow<Input, Output> {
    component
  }

  /// Takes the steps of an `if` without `else`, which must give the type that they take.
  ///
  /// - Parameter component: The steps, or `nil` if the condition is false.
  /// - Returns: The steps, or a workflow without any.
  public static func buildOptional<Value>(
    _ component: Workflow<Value, Value>?
  ) -> Workflow<Value, Value> {
    component ?? Workflow<Value, Value>(named: "if")
  }
}

extension Workflow {
  /// Makes a workflow of the steps in a closure.
  ///
  /// - Parameters:
  ///   - name: What messages and traces call the workflow.
  ///   - steps: The steps, in order. Each has to take what the one before it gives; the compiler
  ///     refuses any other.
  public init(
    _ name: String = "workflow",
    @WorkflowBuilder _ steps: () -> Workflow<Input, Output>
  ) {
    self = steps().named(name)
  }
}
