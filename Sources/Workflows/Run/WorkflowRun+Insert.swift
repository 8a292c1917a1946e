extension WorkflowRun {
  /// Inserts a step before one that has not begun.
  ///
  /// For a run that turns out to need more than its workflow had planned:
  ///
  /// ```swift
  /// try run.insert(Decrypt(key), before: "decode")
  /// ```
  ///
  /// The step takes what would have gone to the step after it, and gives the same type. Several
  /// inserted in one place run in the order in which they were inserted. They have no share of the
  /// progress. Only the steps of the workflow that was started can be named, not those of workflows
  /// inside of it.
  ///
  /// - Parameters:
  ///   - step: A step whose input and output are of one type.
  ///   - name: The name of the step to run it before. If several have that name, the first that has
  ///     not begun.
  /// - Throws: ``StepNotInserted``, which says why; the run goes on unchanged then.
  public func insert<Value>(
    _ step: some Step<Value, Value>,
    before name: String
  ) throws(StepNotInserted) {
    try insert(step, at: places(of: name, offset: 0), neighbour: name)
  }

  /// Inserts a step after another one, if the step that follows it has not begun.
  ///
  /// Like ``insert(_:before:)``.
  ///
  /// - Parameters:
  ///   - step: A step whose input and output are of one type.
  ///   - name: The name of the step to run it after. If several have that name, the first whose
  ///     successor has not begun.
  /// - Throws: ``StepNotInserted``, which says why; the run goes on unchanged then.
  public func insert<Value>(
    _ step: some Step<Value, Value>,
    after name: String
  ) throws(StepNotInserted) {
    try insert(step, at: places(of: name, offset: 1), neighbour: name)
  }

  /// Adds a step to the end, as long as the run has not reached it.
  ///
  /// - Parameter step: A step that takes the output of the workflow and gives the same type.
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
    if state.isEnded { throw refusal(.ended) }
    if !core.plan.insert(TypedInsertedStep(step: step), atFirstOf: fitting) {
      throw refusal(.begun)
    }
  }
}
