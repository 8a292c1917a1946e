internal import Foundation
internal import Workflows

/// A workflow for ``DurableRuns``, together with the coding of its input and output.
///
/// Create it with `durable(version:)` of a ``Workflows/Workflow``.
public struct DurableWorkflow: Sendable {
  /// The name of the workflow.
  public let name: String

  /// The version of its definition.
  public let version: Int

  let outline: StepOutline
  /// The signals that runs wait for.
  let signals: DeclaredSignals
  /// A ``TypedWorkflow``.
  let typed: any Sendable
  let prepare: @Sendable (Data, RunOptions, any RunCodec) throws -> PreparedRun
  let compensations: @Sendable (RecordPath) -> [RecordedCompensation]
  /// Reads the input of a run, and the records behind which it continues.
  let read: @Sendable (RunSession) throws -> Void
  /// Whether data is that of equal inputs.
  let areInputsEqual: @Sendable (Data, Data, any RunCodec) -> Bool

  init<Input, Output>(_ typed: TypedWorkflow<Input, Output>) {
    let workflow = typed.workflow
    name = workflow.name
    version = typed.version
    outline = workflow.outline
    signals = DeclaredSignals(outline)
    self.typed = typed
    prepare = { data, options, codec in
      let input = try typed.input.decode(data, codec)
      let run = workflow.prepare(input, options: options)
      return PreparedRun(
        observe: { $0.observe(run) },
        cancel: { run.cancel(because: .left) },
        perform: { task in
          switch await run.perform(in: task) {
          case .success(let output):
            return Result { try typed.output.encode(output, codec) }
          case .failure(let error): return .failure(error)
          }
        }
      )
    }
    read = { run in
      _ = try typed.input.decode(run.row.currentInput, run.codec)
      try workflow.readRecords(at: .root.appending(workflow.name), in: run)
    }
    compensations = { workflow.compensations(for: $0, at: .root.appending(workflow.name)) }
    areInputsEqual = typed.input.areEqual
  }

  /// The name and the version.
  var definition: WorkflowVersion { WorkflowVersion(name, version: version) }
}

/// A workflow whose types are known.
struct TypedWorkflow<Input: Sendable, Output: Sendable>: Sendable {
  let workflow: Workflow<Input, Output>
  let version: Int
  let input: PayloadCoding<Input>
  let output: PayloadCoding<Output>

  /// The name and the version.
  var definition: WorkflowVersion { WorkflowVersion(workflow.name, version: version) }
}

extension [WorkflowVersion: DurableWorkflow] {
  /// Returns the registered workflow that has the name and the types of another one.
  ///
  /// - Parameters:
  ///   - workflow: The other workflow.
  ///   - version: The version; `nil` for the highest one.
  /// - Returns: The registered workflow; `nil` if there is none.
  func typed<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    _ version: Int?
  ) -> TypedWorkflow<Input, Output>? {
    values.filter { $0.name == workflow.name && $0.version == version ?? $0.version }
      .compactMap { $0.typed as? TypedWorkflow<Input, Output> }
      .max { $0.version < $1.version }
  }

  /// The highest version of a workflow, whatever its types; `nil` if it is not registered.
  func highestVersion(of workflow: String) -> Int? {
    values.filter { $0.name == workflow }.map(\.version).max()
  }
}

/// A run in this process that is ready to start.
struct PreparedRun: Sendable {
  let observe: @Sendable (WorkflowMonitor) -> Void
  let cancel: @Sendable () -> Void
  /// Runs the steps in the current task, which is given and cancelled with the run, or in one of
  /// their own.
  let perform: @Sendable (Task<Void, Never>?) async -> Result<Data, any Error>
}

extension RunCancellation {
  /// The process has stopped working on a durable run.
  static let left = RunCancellation("its process no longer works on it")
}
