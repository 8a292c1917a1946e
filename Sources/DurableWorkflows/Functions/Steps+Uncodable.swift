public import Futures
internal import Workflows

// Without these forms, the one without an output would be chosen, and leave it out.

extension Steps {
  /// Fails: the output has no form in which it could be recorded.
  ///
  /// - Throws: An error that says what to return instead.
  @available(
    *,
    deprecated,
    message: "An output is recorded. Make its type 'Codable', or leave it out: '_ = …'."
  )
  @_disfavoredOverload
  public nonisolated(nonsending) func step<Output>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) (StepCall) async throws -> Output,
    @_inheritActorContext undo:
      (@Sendable @isolated(any) (Output?, StepCall) async throws -> Void)? = nil
  ) async throws -> Output {
    throw UncodableOutput(step: name, of: Output.self)
  }

  /// Fails: the output has no form in which it could be recorded.
  ///
  /// - Throws: An error that says what to return instead.
  @available(
    *,
    deprecated,
    message: "An output is recorded. Make its type 'Codable', or leave it out: '_ = …'."
  )
  @_disfavoredOverload
  public nonisolated(nonsending) func step<Output>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Output,
    @_inheritActorContext undo:
      (@Sendable @isolated(any) (Output?, StepCall) async throws -> Void)? = nil
  ) async throws -> Output {
    throw UncodableOutput(step: name, of: Output.self)
  }
}

extension UncodableOutput {
  fileprivate init<Output>(step: String, of type: Output.Type) {
    self.init(
      step: step,
      reason: "\(type) is not 'Codable'. A tuple never is; return a structure, or nothing"
    )
  }
}
