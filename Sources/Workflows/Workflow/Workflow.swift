/// A chain of steps, in which each takes what the one before it gives.
///
/// ```swift
/// let forecast = Workflow("forecast") {
///   FetchData(url)
///   DecodeJSON<Forecast>()
///   Perform("shorten") { (forecast: Forecast) in forecast.days.prefix(3) }
/// }
///
/// let run = forecast.start()
/// run.onSuccess(for: screen) { screen, days in screen.show(days) }
/// ```
///
/// A workflow is a value: copies are independent, it can be kept, passed on and run as often as you
/// like, also many times at once. Nothing happens until it is started, and each start makes a
/// ``WorkflowRun`` of its own; observers belong to the run.
///
/// A workflow is itself a ``Step``, so workflows are built of workflows.
///
/// - Note: Letting go of the last copy of a workflow takes stack for each of its steps. For
///   thousands of steps of one kind, put together in a loop, write one step with the loop inside,
///   or use ``ForEach``.
public struct Workflow<Input: Sendable, Output: Sendable>: Step {
  typealias Body =
    nonisolated(nonsending) @Sendable (Input, StepContext, ChainPosition) async throws -> Output

  /// What messages and traces call the workflow.
  public let name: String

  /// The last of the steps; it knows the one before it.
  let last: StageInfo?
  let body: Body

  init(
    name: String,
    last: StageInfo?,
    body:
      nonisolated(nonsending) @escaping @Sendable (Input, StepContext, ChainPosition)
      async throws -> Output
  ) {
    self.name = name
    self.last = last
    self.body = body
  }

  /// The weights of all steps together.
  public var weight: Double { last?.weightEnd ?? 0 }

  /// The names of the steps, in order.
  public var stepNames: [String] { stages.map(\.name) }

  /// The number of steps.
  ///
  /// A workflow inside of this one counts as one, unless it comes first: its steps are steps of
  /// this one then.
  public var count: Int { last.map { $0.index + 1 } ?? 0 }

  /// Runs the steps as a part of another workflow.
  ///
  /// - Parameters:
  ///   - input: What the first step gets.
  ///   - context: The context of the step that this workflow is.
  /// - Returns: What the last step gives.
  /// - Throws: What a step throws.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    try await body(
      input,
      context,
      ChainPosition(in: context, weight: weight, isOutermost: false)
    )
  }

  /// What is known of the steps, in order.
  var stages: [StageInfo] {
    var stages: [StageInfo] = []
    var next = last
    while let stage = next {
      stages.append(stage)
      next = stage.previous
    }
    return stages.reversed()
  }
}
