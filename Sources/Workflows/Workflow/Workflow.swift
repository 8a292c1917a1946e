/// A chain of steps in which each receives the output of the one before it.
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
/// A workflow is a value: you can store it, pass it on, and run it any number of times, even
/// concurrently. Nothing happens until you start it. Each start creates a ``WorkflowRun``, to which
/// observers belong.
///
/// A workflow is itself a ``Step``, so you can build workflows from workflows.
///
/// - Note: Releasing the last copy of a workflow takes stack space for each of its steps. Instead
///   of appending thousands of steps of one kind in a loop, write one step that contains the loop,
///   or use ``ForEach``.
public struct Workflow<Input: Sendable, Output: Sendable>: Step {
  typealias Body =
    nonisolated(nonsending) @Sendable (Input, StepContext, ChainPosition) async throws -> Output

  /// The name of the workflow in messages and traces.
  public let name: String

  /// The last step, which refers to the one before it.
  let last: StageInfo?
  /// The last step itself, with those before it.
  let lastStep: StepLink?
  /// Runs the steps in a run without a store.
  let body: Body
  /// The same in a run with a store.
  ///
  /// Separate from ``body``, whose frames are nested, one for each step: support for a store makes
  /// them larger, which costs a third of an allocation for each step of a hundred
  /// (`workflow-run-long` of `futures-bench allocations`).
  let durableBody: Body

  /// Runs the only step as a part of another workflow, without its own span; `nil` to run the steps
  /// one after another.
  var inside: (nonisolated(nonsending) @Sendable (Input, StepContext) async throws -> Output)?

  /// Whether it is a block of a result builder, or a chain, without a given name.
  ///
  /// The steps of one that stands first in another block are steps of that block.
  private(set) var isFragment = false

  /// This workflow without its own name.
  var asFragment: Workflow {
    var workflow = self
    workflow.isFragment = true
    return workflow
  }

  init(
    name: String,
    last: StageInfo?,
    lastStep: StepLink?,
    body: @escaping Body,
    durableBody: @escaping Body
  ) {
    self.name = name
    self.last = last
    self.lastStep = lastStep
    self.body = body
    self.durableBody = durableBody
  }

  /// The total weight of the steps.
  public var weight: Double { last?.weightEnd ?? 0 }

  /// The names of the steps, in order.
  public var stepNames: [String] { stages.map(\.name) }

  /// The number of steps.
  ///
  /// A workflow inside this one counts as one step. A chain of `then` that was not given a name has
  /// no steps of its own if it comes first: they are steps of this workflow.
  public var count: Int { last.map { $0.index + 1 } ?? 0 }

  /// Runs the steps as a part of another workflow.
  ///
  /// - Parameters:
  ///   - input: The input of the first step.
  ///   - context: The context of this workflow as a step.
  /// - Returns: The output of the last step.
  /// - Throws: The error of a step.
  public nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    if let inside { return try await inside(input, context) }
    let position = ChainPosition(in: context, weight: weight, isOutermost: false)
    if context.durability != nil { return try await durableBody(input, context, position) }
    return try await body(input, context, position)
  }

  /// The descriptions of the steps, in order.
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
