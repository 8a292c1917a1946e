public import Workflows

extension Steps {
  /// Runs another workflow as a separate durable run, waits for its end, and records its output.
  ///
  /// The run waits in the store meanwhile. Any process that knows the workflow works on the child,
  /// whose identifier is that of the run followed by the place of the call. If the run fails or is
  /// cancelled later, the child is undone. A run without a store runs the workflow as part of
  /// itself.
  ///
  /// - Parameters:
  ///   - workflow: The workflow. A process that works on the child has to register it.
  ///   - name: The name of the call; `nil` for that of the workflow.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered in the
  ///     process with the types of `workflow`.
  ///   - input: The input of the child.
  ///   - place: The place of the child in a queue, whose limits hold for it; `nil` for a child
  ///     without one.
  /// - Returns: The output of the child.
  /// - Throws: ``StepFailed`` if the child fails or is cancelled, or if another run has its key in
  ///   the queue and stays; `CancellationError` if the call or the run has to stop, and when the
  ///   run is parked.
  public nonisolated(nonsending) func child<Input: Codable, Output: Codable>(
    _ workflow: Workflow<Input, Output>,
    name: String? = nil,
    key: String? = nil,
    version: Int? = nil,
    input: Input,
    in place: QueuePlace? = nil
  ) async throws -> Output {
    let call = FunctionCall<Output>(name ?? workflow.name, .codable, key: key)
    return try await function.child(call, workflow, version: version, in: place, input, .codable)
  }

  /// Runs another workflow as a separate durable run, and waits for its end; see the form with an
  /// input and an output.
  public nonisolated(nonsending) func child<Input: Codable>(
    _ workflow: Workflow<Input, Void>,
    name: String? = nil,
    key: String? = nil,
    version: Int? = nil,
    input: Input,
    in place: QueuePlace? = nil
  ) async throws {
    let call = FunctionCall<Void>(name ?? workflow.name, .void, key: key)
    try await function.child(call, workflow, version: version, in: place, input, .codable)
  }

  /// Runs another workflow as a separate durable run, and waits for its end; see the form with an
  /// input and an output.
  public nonisolated(nonsending) func child<Output: Codable>(
    _ workflow: Workflow<Void, Output>,
    name: String? = nil,
    key: String? = nil,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) async throws -> Output {
    let call = FunctionCall<Output>(name ?? workflow.name, .codable, key: key)
    return try await function.child(call, workflow, version: version, in: place, (), .void)
  }

  /// Runs another workflow as a separate durable run, and waits for its end; see the form with an
  /// input and an output.
  public nonisolated(nonsending) func child(
    _ workflow: Workflow<Void, Void>,
    name: String? = nil,
    key: String? = nil,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) async throws {
    let call = FunctionCall<Void>(name ?? workflow.name, .void, key: key)
    try await function.child(call, workflow, version: version, in: place, (), .void)
  }
}
