public import Workflows

extension WorkflowBuilder {
  /// Takes a wait.
  public static func buildExpression(_ wait: Wait) -> Wait { wait }

  /// Takes a wait for a signal.
  public static func buildExpression<Value>(
    _ wait: WaitForSignal<Value>
  ) -> WaitForSignal<Value> { wait }

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

// A wait has the input of the step after it. Without one, the context has to determine the types.
extension WorkflowBuilder {
  /// Waits before the first step.
  public struct LeadingWaits {
    let waits: [Wait]

    fileprivate func steps<Input>() -> Workflow<Input, Input> {
      let name = waits.first?.name ?? ""
      return waits.reduce(Workflow.empty(named: name)) { $0.appending(WaitStep(wait: $1)) }
    }
  }

  /// A wait for a signal before the first step, with the waits around it.
  public struct LeadingSignal<Value: Codable & Sendable> {
    let before: LeadingWaits
    let signal: WaitForSignal<Value>
    let after: LeadingWaits

    fileprivate func steps<Input>() -> Workflow<Input, (Input, Value)> {
      let name = before.waits.first?.name ?? signal.signal.name
      let steps: Workflow<Input, Input> = before.steps()
      return after.waits.reduce(steps.named(name).appending(SignalStep(wait: signal))) {
        $0.appending(WaitStep(wait: $1))
      }
    }
  }

  /// Takes a wait that no step precedes.
  public static func buildPartialBlock(first: Wait) -> LeadingWaits { LeadingWaits(waits: [first]) }

  /// Adds a wait to those that no step precedes.
  public static func buildPartialBlock(accumulated: LeadingWaits, next: Wait) -> LeadingWaits {
    LeadingWaits(waits: accumulated.waits + [next])
  }

  /// Adds the first step to the waits before it.
  public static func buildPartialBlock<Input, Output>(
    accumulated: LeadingWaits,
    next: StepTaking<Input, Output>
  ) -> Workflow<Input, Output> {
    buildPartialBlock(accumulated: accumulated.steps(), next: next)
  }

  /// Takes a wait for a signal that no step precedes.
  public static func buildPartialBlock<Value>(
    first: WaitForSignal<Value>
  ) -> LeadingSignal<Value> {
    buildPartialBlock(accumulated: LeadingWaits(waits: []), next: first)
  }

  /// Adds a wait for a signal to waits that no step precedes.
  public static func buildPartialBlock<Value>(
    accumulated: LeadingWaits,
    next: WaitForSignal<Value>
  ) -> LeadingSignal<Value> {
    LeadingSignal(before: accumulated, signal: next, after: LeadingWaits(waits: []))
  }

  /// Adds a wait to a wait for a signal that no step precedes.
  public static func buildPartialBlock<Value>(
    accumulated: LeadingSignal<Value>,
    next: Wait
  ) -> LeadingSignal<Value> {
    let after = LeadingWaits(waits: accumulated.after.waits + [next])
    return LeadingSignal(before: accumulated.before, signal: accumulated.signal, after: after)
  }

  /// Adds the first step to the wait for a signal before it.
  public static func buildPartialBlock<Input, Value, Output>(
    accumulated: LeadingSignal<Value>,
    next: StepTaking<(Input, Value), Output>
  ) -> Workflow<Input, Output> {
    buildPartialBlock(accumulated: accumulated.steps(), next: next)
  }

  /// Returns a workflow of waits alone, whose type is inferred from its context.
  public static func buildFinalResult<Input>(_ waits: LeadingWaits) -> Workflow<Input, Input> {
    waits.steps()
  }

  /// Returns a workflow of a wait for a signal alone, whose type is inferred from its context.
  public static func buildFinalResult<Input, Value>(
    _ signal: LeadingSignal<Value>
  ) -> Workflow<Input, (Input, Value)> {
    signal.steps()
  }
}
