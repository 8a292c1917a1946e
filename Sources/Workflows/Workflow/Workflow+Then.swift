extension Workflow where Output == Input {
  /// Makes a workflow without steps, which gives what it gets.
  ///
  /// - Parameter name: What messages and traces call it.
  public init(named name: String) {
    self.init(name: name, last: nil) { input, _, _ in input }
  }
}

extension Workflow {
  /// Makes a workflow with one more step.
  ///
  /// - Parameter step: A step that takes what this workflow gives; the compiler refuses any other.
  /// - Returns: The longer workflow, with the name of this one.
  public func appending<Next>(_ step: some Step<Output, Next>) -> Workflow<Input, Next> {
    let stage = StageInfo(
      name: step.name,
      weight: step.usableWeight,
      input: Output.self,
      after: last
    )
    return Workflow<Input, Next>(name: name, last: stage) { [body] input, context, position in
      var value = try await body(input, context, position)
      if position.isOutermost {
        context.run.cancelIfUnobserved()
        if !context.run.plan.beginAlone(stage.index) {
          let start = position.range(of: stage).start
          value = try await context.performInserted(value, at: stage.index, start, position.path)
        }
      }
      let inner = try context.enter(stage, position)
      do {
        let output = try await step.run(value, in: inner)
        inner.leave()
        return output
      } catch {
        inner.leave(throwing: error)
        throw error
      }
    }
  }

  /// The same workflow under another name.
  ///
  /// - Parameter name: What messages and traces shall call it.
  /// - Returns: The workflow.
  public func named(_ name: String) -> Workflow { Workflow(name: name, last: last, body: body) }
}

extension Step {
  /// Makes a workflow of this step and another one.
  ///
  /// - Parameter next: A step that takes what this one gives; the compiler refuses any other.
  /// - Returns: The workflow.
  public func then<Next>(_ next: some Step<Output, Next>) -> Workflow<Input, Next> {
    asWorkflow.appending(next)
  }

  /// This step as a workflow: itself if it is one.
  var asWorkflow: Workflow<Input, Output> {
    self as? Workflow<Input, Output> ?? Workflow<Input, Input>(named: name).appending(self)
  }
}
