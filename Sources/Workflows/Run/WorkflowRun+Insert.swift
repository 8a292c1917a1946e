extension WorkflowRun {
  /// Inserts a step before one that has not begun.
  ///
  /// Use this if a run turns out to need more steps than its workflow contains:
  ///
  /// ```swift
  /// try run.insert(Decrypt(key), before: "decode")
  /// ```
  ///
  /// The step receives the input of the step after it, and returns the same type. Steps inserted at
  /// one place run in the order of their insertion. An inserted step has no share in the progress.
  /// You can name the steps of the workflow that was started, not those of workflows inside it.
  ///
  /// - Parameters:
  ///   - step: A step whose input and output have the same type.
  ///   - name: The name of the step to insert it before. If several steps have that name, the first
  ///     one that has not begun.
  /// - Throws: ``StepNotInserted`` with the reason; the run continues unchanged.
  public func insert<Value>(
    _ step: some Step<Value, Value>,
    before name: String
  ) throws(StepNotInserted) {
    try insert(step, at: places(of: name, offset: 0), neighbour: name)
  }

  /// Inserts a step after another one, if the step that follows has not begun.
  ///
  /// Otherwise the same as ``insert(_:before:)``.
  ///
  /// - Parameters:
  ///   - step: A step whose input and output have the same type.
  ///   - name: The name of the step to insert it after. If several steps have that name, the first
  ///     one whose successor has not begun.
  /// - Throws: ``StepNotInserted`` with the reason; the run continues unchanged.
  public func insert<Value>(
    _ step: some Step<Value, Value>,
    after name: String
  ) throws(StepNotInserted) {
    try insert(step, at: places(of: name, offset: 1), neighbour: name)
  }

  /// Appends a step, as long as the run has not reached its end.
  ///
  /// - Parameter step: A step that takes the output of the workflow and returns the same type.
  /// - Throws: ``StepNotInserted`` if the last step has ended.
  public func append(_ step: some Step<Output, Output>) throws(StepNotInserted) {
    try insert(step, at: [core.plan.stages.count], neighbour: nil)
  }

  private func places(of name: String, offset: Int) -> [Int] {
    core.plan.stages.filter { $0.name == name }.map { $0.index + offset }
  }

  private func insert<Value>(
    _ step: some Step<Value, Value>,
    at places: [Int],
    neighbour: String?
  ) throws(StepNotInserted) {
    func refusal(_ reason: StepNotInserted.Reason) -> StepNotInserted {
      StepNotInserted(reason: reason, step: step.name, neighbour: neighbour, workflow: name)
    }
    guard let first = places.first else { throw refusal(.noSuchStep(names: stepNames)) }
    let fitting = places.filter { core.plan.type(at: $0) == Value.self }
    if fitting.isEmpty {
      throw refusal(.wrongType(expected: "\(core.plan.type(at: first))", found: "\(Value.self)"))
    }
    if state.isSettled { throw refusal(.ended) }
    if !core.plan.insert(TypedInsertedStep(step: step), atFirstOf: fitting) {
      throw refusal(.begun)
    }
  }
}
