extension Workflow where Output == Input {
  // A method, because the compiler would suggest another initializer if a closure of steps does not
  // compile.

  /// Returns a workflow without steps, which returns its input.
  ///
  /// Use it to append steps in a loop:
  ///
  /// ```swift
  /// let rounds = (0..<3).reduce(Workflow<Int, Int>.empty(named: "rounds")) { workflow, _ in
  ///   workflow.then(Perform { $0 + 1 })
  /// }
  /// ```
  ///
  /// - Parameter name: Its name in messages and traces.
  /// - Returns: The workflow.
  public static func empty(named name: String) -> Workflow {
    Workflow(name: name, last: nil, lastStep: nil) { input, _, _ in
      input
    } durableBody: { input, _, _ in
      input
    }
  }
}

extension Workflow {
  /// Returns a workflow with one more step.
  ///
  /// - Parameter step: A step whose input is the output of this workflow.
  /// - Returns: The longer workflow, with the name of this one.
  package func appending<Next>(_ step: some Step<Output, Next>) -> Workflow<Input, Next> {
    let stage = StageInfo(
      name: step.name,
      weight: step.usableWeight,
      input: Output.self,
      outline: step.outline,
      after: last
    )
    let steps = StepLink(step, after: lastStep)
    let longer = Workflow<Input, Next>(name: name, last: stage, lastStep: steps) {
      [body] input, context, position in
      var value = try await body(input, context, position)
      if !context.mayBegin(stage, position) { try await context.prepare(&value, stage, position) }
      return try await context.enter(stage, position).perform(step, value)
    } durableBody: { [durableBody] input, context, position in
      let durability = context.durability
      if let durability,
        let output = try context.output(recordedBy: durability, of: step, stage, position)
      {
        return output
      }
      var value = try await durableBody(input, context, position)
      // Writes the records of earlier steps; a marked step writes them with its mark, and a wait
      // with its end.
      if let durability, !stage.outline.kind.writesAtOnce { try await durability.flush() }
      if !context.mayBegin(stage, position) { try await context.prepare(&value, stage, position) }
      return try await context.enter(stage, position).perform(step, value)
    }
    return isFragment ? longer.asFragment : longer
  }

  /// Returns this workflow with another name.
  ///
  /// A durable run keeps the records of its steps under the new name.
  ///
  /// - Parameter name: The new name, for messages, traces, and records.
  /// - Returns: The workflow.
  public func named(_ name: String) -> Workflow {
    var workflow = Workflow(
      name: name,
      last: last,
      lastStep: lastStep,
      body: body,
      durableBody: durableBody
    )
    workflow.inside = inside
    return workflow
  }
}

extension StepContext {
  /// Runs a step, whose context this is, and leaves it.
  @inline(__always)
  fileprivate nonisolated(nonsending) func perform<S: Step>(
    _ step: S,
    _ value: S.Input
  ) async throws -> S.Output {
    do {
      let output =
        isObserved ? try await runInSpan(step, value) : try await step.run(value, in: self)
      leave()
      return output
    } catch {
      leave(throwing: error)
      throw error
    }
  }

  /// Begins a step of the workflow with this context, unless it must wait, or inserted steps come
  /// first.
  fileprivate func mayBegin(_ stage: StageInfo, _ position: ChainPosition) -> Bool {
    if run.history.isPaused { return false }
    if !position.isOutermost { return true }
    run.cancelIfUnobserved()
    return run.plan.beginAlone(stage.index)
  }

  /// Waits while the run is paused, and runs the steps that were inserted before a step.
  ///
  /// Not inlined into its callers: their frames are nested in a chain of steps and must stay small.
  @inline(never)
  fileprivate nonisolated(nonsending) func prepare<Value: Sendable>(
    _ value: inout Value,
    _ stage: StageInfo,
    _ position: ChainPosition
  ) async throws {
    if run.history.isPaused { try await waitWhilePaused() }
    guard position.isOutermost else { return }
    run.cancelIfUnobserved()
    if run.plan.beginAlone(stage.index) { return }
    let start = position.range(of: stage).start
    value = try await performInserted(value, at: stage.index, start, position.path)
  }
}

extension Step {
  /// Returns a workflow of this step, followed by another one.
  ///
  /// - Parameter next: A step whose input is the output of this one.
  /// - Returns: The workflow.
  public func then<Next>(_ next: some Step<Output, Next>) -> Workflow<Input, Next> {
    asWorkflow.appending(next)
  }

  /// This step as the only one of a workflow, which adds no span to another one.
  ///
  /// What a method such as `retry` returns has this form, so that it can be started.
  package var alone: Workflow<Input, Output> {
    var workflow = Workflow<Input, Input>.empty(named: name).appending(self)
    workflow.inside = { input, context in try await run(input, in: context) }
    return workflow
  }

  /// This step as a workflow of one step; the step itself if it is a workflow.
  var asWorkflow: Workflow<Input, Output> {
    self as? Workflow<Input, Output> ?? asOnlyStep
  }

  /// A workflow of this step without a given name.
  var asOnlyStep: Workflow<Input, Output> {
    Workflow<Input, Input>.empty(named: name).asFragment.appending(self)
  }
}
