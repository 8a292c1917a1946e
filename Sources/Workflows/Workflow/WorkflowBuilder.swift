/// A result builder that composes a workflow from the steps in a closure.
///
/// Besides a sequence of steps, the closure can contain `if`, `else` and `switch`, which choose
/// steps when the workflow is built. To choose when it runs, use ``When``.
@resultBuilder
public enum WorkflowBuilder {
  /// A step in the closure, identified by its input and output.
  ///
  /// If a step does not fit the one before it, the compiler names both types at the line of the
  /// step: it cannot convert a `StepTaking<String, Int>` to the `StepTaking<Int, Int>` that the
  /// step before it requires.
  public struct StepTaking<Input: Sendable, Output: Sendable> {
    let step: any Step<Input, Output>
  }

  /// Returns a step of the closure.
  ///
  /// - Parameter step: The step.
  /// - Returns: The same step.
  public static func buildExpression<Input, Output>(
    _ step: some Step<Input, Output>
  ) -> StepTaking<Input, Output> {
    StepTaking(step: step)
  }

  /// Returns a workflow of the first step.
  ///
  /// - Parameter first: The step.
  /// - Returns: The workflow.
  public static func buildPartialBlock<Input, Output>(
    first: StepTaking<Input, Output>
  ) -> Workflow<Input, Output> {
    let workflow = first.step as? Workflow<Input, Output>
    if let workflow, workflow.isFragment { return workflow }
    return asOnlyStep(first.step)
  }

  /// Returns a workflow with one more step.
  ///
  /// - Parameters:
  ///   - accumulated: The steps before it.
  ///   - next: A step that takes their output.
  /// - Returns: The longer workflow.
  public static func buildPartialBlock<Input, Middle, Output>(
    accumulated: Workflow<Input, Middle>,
    next: StepTaking<Middle, Output>
  ) -> Workflow<Input, Output> {
    appending(next.step, to: accumulated)
  }

  /// Returns the workflow of the closure.
  ///
  /// - Parameter steps: The steps.
  /// - Returns: The same steps.
  public static func buildFinalResult<Input, Output>(
    _ steps: Workflow<Input, Output>
  ) -> Workflow<Input, Output> {
    steps
  }

  // With the types of the steps, which only the values carry.

  private static func asOnlyStep<Input, Output>(
    _ step: some Step<Input, Output>
  ) -> Workflow<Input, Output> {
    step.asOnlyStep
  }

  private static func appending<Input, Middle, Output>(
    _ step: some Step<Middle, Output>,
    to steps: Workflow<Input, Middle>
  ) -> Workflow<Input, Output> {
    steps.appending(step)
  }

  /// Returns the steps of the first branch of an `if` or `switch`.
  ///
  /// - Parameter component: The steps.
  /// - Returns: The same steps.
  public static func buildEither<Input, Output>(
    first component: Workflow<Input, Output>
  ) -> StepTaking<Input, Output> {
    StepTaking(step: component)
  }

  /// Returns the steps of another branch of an `if` or `switch`.
  ///
  /// - Parameter component: The steps.
  /// - Returns: The same steps.
  public static func buildEither<Input, Output>(
    second component: Workflow<Input, Output>
  ) -> StepTaking<Input, Output> {
    StepTaking(step: component)
  }

  // With three or more branches, the choice among some of them is itself one of two.

  /// Returns the steps of one of the first branches of an `if` or `switch`.
  ///
  /// - Parameter component: The chosen steps.
  /// - Returns: The same steps.
  public static func buildEither<Input, Output>(
    first component: StepTaking<Input, Output>
  ) -> StepTaking<Input, Output> {
    component
  }

  /// Returns the steps of one of the other branches of an `if` or `switch`.
  ///
  /// - Parameter component: The chosen steps.
  /// - Returns: The same steps.
  public static func buildEither<Input, Output>(
    second component: StepTaking<Input, Output>
  ) -> StepTaking<Input, Output> {
    component
  }

  /// Returns the steps of an `if` without `else`, whose input and output have the same type.
  ///
  /// - Parameter component: The steps; `nil` if the condition is false.
  /// - Returns: The steps, or a workflow without steps.
  public static func buildOptional<Value>(
    _ component: Workflow<Value, Value>?
  ) -> StepTaking<Value, Value> {
    StepTaking(step: component ?? Workflow<Value, Value>.empty(named: "if"))
  }

  /// Returns the steps of an `if` and `else if` without `else`, whose input and output have the
  /// same type.
  ///
  /// - Parameter component: The chosen steps; `nil` if no condition is true.
  /// - Returns: The steps, or a workflow without steps.
  @_disfavoredOverload
  public static func buildOptional<Value>(
    _ component: StepTaking<Value, Value>?
  ) -> StepTaking<Value, Value> {
    component ?? StepTaking(step: Workflow<Value, Value>.empty(named: "if"))
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
