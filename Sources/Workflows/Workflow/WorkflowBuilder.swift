/// A result builder that composes a workflow from the steps in a closure.
///
/// Besides a sequence of steps, the closure can contain `if`, `else` and `switch`, which choose
/// steps when the workflow is built. To choose when it runs, use ``When``.
@resultBuilder
public enum WorkflowBuilder {
  /// Returns a workflow of the first step.
  ///
  /// - Parameter first: The step.
  /// - Returns: The workflow.
  public static func buildPartialBlock<Input, Output>(
    first: some Step<Input, Output>
  ) -> Workflow<Input, Output> {
    let workflow = first as? Workflow<Input, Output>
    if let workflow, workflow.isFragment { return workflow }
    return first.asOnlyStep
  }

  /// Returns a workflow with one more step.
  ///
  /// - Parameters:
  ///   - accumulated: The steps before it.
  ///   - next: A step that takes their output.
  /// - Returns: The longer workflow.
  public static func buildPartialBlock<Input, Middle, Output>(
    accumulated: Workflow<Input, Middle>,
    next: some Step<Middle, Output>
  ) -> Workflow<Input, Output> {
    accumulated.appending(next)
  }

  /// Rejects a step that does not take the output of the step before it.
  ///
  /// - Parameters:
  ///   - accumulated: The steps before it.
  ///   - next: A step with another type of input.
  /// - Returns: Nothing; the compiler rejects every call.
  @available(*, unavailable, message: "a step does not take what the step before it gives")
  @_disfavoredOverload
  public static func buildPartialBlock<Input, Given, Taken, Output>(
    accumulated: Workflow<Input, Given>,
    next: some Step<Taken, Output>
  ) -> Workflow<Input, Output> {
    preconditionFailure("the compiler rejects every call")
  }

  /// Returns the steps of the first branch of an `if` or `switch`.
  ///
  /// - Parameter component: The steps.
  /// - Returns: The same steps.
  public static func buildEither<Input, Output>(
    first component: Workflow<Input, Output>
  ) -> Workflow<Input, Output> {
    component
  }

  /// Returns the steps of another branch of an `if` or `switch`.
  ///
  /// - Parameter component: The steps.
  /// - Returns: The same steps.
  public static func buildEither<Input, Output>(
    second component: Workflow<Input, Output>
  ) -> Workflow<Input, Output> {
    component
  }

  /// Returns the steps of an `if` without `else`, whose input and output have the same type.
  ///
  /// - Parameter component: The steps; `nil` if the condition is false.
  /// - Returns: The steps, or a workflow without steps.
  public static func buildOptional<Value>(
    _ component: Workflow<Value, Value>?
  ) -> Workflow<Value, Value> {
    component ?? Workflow<Value, Value>(named: "if")
  }
}

extension Workflow {
  /// Creates a workflow of the steps in a closure.
  ///
  /// - Parameters:
  ///   - name: The name of the workflow in messages and traces.
  ///   - steps: The steps, in order. The input of each is the output of the one before it, which
  ///     the compiler checks.
  public init(
    _ name: String = "workflow",
    @WorkflowBuilder _ steps: () -> Workflow<Input, Output>
  ) {
    self = steps().named(name)
  }
}
