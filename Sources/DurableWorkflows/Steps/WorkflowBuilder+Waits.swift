public import Workflows

extension WorkflowBuilder {
  /// Takes a wait.
  public static func buildExpression(_ wait: Wait) -> Wait { wait }

  /// Takes a wait for a signal.
  public static func buildExpression<Value>(
    _ wait: WaitForSignal<Value>
  ) -> WaitForSignal<Value> { wait }

  /// Makes a workflow, whose type is inferred from its context, from a wait alone.
  public static func buildPartialBlock<Input>(first: Wait) -> Workflow<Input, Input> {
    Workflow.empty(named: first.name).appending(WaitStep<Input>(wait: first))
  }

  /// Makes a workflow, whose type is inferred from its context, from a wait for a signal alone.
  public static func buildPartialBlock<Input, Value>(
    first: WaitForSignal<Value>
  ) -> Workflow<Input, (Input, Value)> {
    Workflow.empty(named: first.signal.name).appending(SignalStep<Input, Value>(wait: first))
  }

  /// Adds a wait to the steps before it.
  public static func buildPartialBlock<Input, Output>(
    accumulated: Workflow<Input, Output>,
    next: Wait
  ) -> Workflow<Input, Output> {
    accumulated.appending(WaitStep<Output>(wait: next))
  }

  /// Adds a wait for a signal to the steps before it.
  public static func buildPartialBlock<Input, Output, Value>(
    accumulated: Workflow<Input, Output>,
    next: WaitForSignal<Value>
  ) -> Workflow<Input, (Output, Value)> {
    accumulated.appending(SignalStep<Output, Value>(wait: next))
  }
}
