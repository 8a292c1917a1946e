internal import Futures
public import Workflows

/// A step that runs another workflow as a separate durable run and waits for its end.
///
/// ```swift
/// let order = Workflow("order") {
///   Perform("charge") { (order: Order) in try await bank.charge(order) }
///     .checkpoint()
///   ChildRun(ship)
/// }
/// ```
///
/// The child is submitted once, and any process that knows its workflow can work on it. The parent
/// waits in the store meanwhile and takes no room in its process. The identifier of the child is
/// that of the parent followed by the place of the step, such as `order-17/order/ship`. When the
/// step is retried after the child has failed, the next child has another identifier.
///
/// The output is recorded like that of a checkpoint. If the child fails, the step fails with
/// ``DurableRunFailed``; if the child is cancelled, the step fails with ``DurableRunCancelled``. If
/// the child is set aside, the step keeps waiting.
///
/// **Undoing follows.** If the parent fails or is cancelled, the child is undone: its compensations
/// run in the child, at the same time as those of the parent. If the step is cancelled, for example
/// by a timeout, the child is cancelled, unless the store refuses that for longer than a lease. A
/// child that was removed counts as a step that could not be undone.
///
/// A run that is not durable runs the workflow as part of itself, and in no queue.
public struct ChildRun<Input: Sendable, Output: Sendable>: Sendable {
  /// The name of the step.
  public let name: String

  private let workflow: Workflow<Input, Output>
  private let version: Int?
  private let queue: QueuePlace?
  private let input: PayloadCoding<Input>
  private let output: PayloadCoding<Output>

  private init(
    _ workflow: Workflow<Input, Output>,
    _ name: String?,
    _ version: Int?,
    _ queue: QueuePlace?,
    _ input: PayloadCoding<Input>,
    _ output: PayloadCoding<Output>
  ) {
    self.workflow = workflow
    self.name = name ?? workflow.name
    self.version = version
    self.queue = queue
    self.input = input
    self.output = output
  }
}

extension ChildRun where Input: Codable, Output: Codable {
  /// Creates a step of a workflow.
  ///
  /// - Parameters:
  ///   - workflow: The workflow. A process that works on the child has to register it.
  ///   - name: The name of the step; `nil` for that of the workflow.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered in the
  ///     process with the types of `workflow`.
  ///   - place: The place of the child in a queue; `nil` for a child without one. If another run
  ///     has its key and stays, the step fails with ``QueueKeyTaken``.
  public init(
    _ workflow: Workflow<Input, Output>,
    name: String? = nil,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) {
    self.init(workflow, name, version, place, .codable, .codable)
  }
}

extension ChildRun where Input: Codable, Output == Void {
  /// Creates a step of a workflow without an output, like the form with both.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - name: The name of the step; `nil` for that of the workflow.
  ///   - version: The version of the workflow.
  ///   - place: The place of the child in a queue.
  public init(
    _ workflow: Workflow<Input, Void>,
    name: String? = nil,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) {
    self.init(workflow, name, version, place, .codable, .void)
  }
}

extension ChildRun where Input == Void, Output: Codable {
  /// Creates a step of a workflow without an input, like the form with both.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - name: The name of the step; `nil` for that of the workflow.
  ///   - version: The version of the workflow.
  ///   - place: The place of the child in a queue.
  public init(
    _ workflow: Workflow<Void, Output>,
    name: String? = nil,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) {
    self.init(workflow, name, version, place, .void, .codable)
  }
}

extension ChildRun where Input == Void, Output == Void {
  /// Creates a step of a workflow without an input or an output, like the form with both.
  ///
  /// - Parameters:
  ///   - workflow: The workflow.
  ///   - name: The name of the step; `nil` for that of the workflow.
  ///   - version: The version of the workflow.
  ///   - place: The place of the child in a queue.
  public init(
    _ workflow: Workflow<Void, Void>,
    name: String? = nil,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) {
    self.init(workflow, name, version, place, .void, .void)
  }
}

extension ChildRun: Step {
  /// The weight of the steps of the workflow.
  public var weight: Double { workflow.weight }

  /// Runs the workflow and returns its output.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    guard let run = context.session else { return try await workflow.run(input, in: context) }
    let place = context.place
    if let output = try recordedOutput(at: place, in: run) { return output }
    let began = run.now
    let data = try self.input.encode(input, run.codec)
    let end = try await run.endOfChild(
      of: workflow,
      version: version,
      input: data,
      in: queue,
      at: place
    )
    switch end {
    case .success(let data):
      let output = try output.decode(data, run.codec)
      try run.record(output, at: place, self.output, values: [:], began: began)
      return output
    case .failure(let error):
      // The child has already undone its effects.
      run.compensatedFailed(at: place)
      throw error
    }
  }
}

extension ChildRun: PlacedStep, OutlinedStep {
  package var ownOutline: StepOutline {
    let wait = StepOutline(.signal, name, output: Output.self)
    let record = StepOutline(.checkpoint, name, output: Output.self, parts: [wait])
    return StepOutline(.compensate, name, output: Output.self, parts: [record])
  }

  package func recordedOutput(at place: RecordPath, in run: any RunDurability) throws -> Output? {
    try run.recordedOutput(at: place, output)
  }

  package func compensations(
    of target: RecordPath,
    at place: RecordPath
  ) -> [RecordedCompensation] {
    target == place ? [.undoingChildren(at: place)] : []
  }
}
