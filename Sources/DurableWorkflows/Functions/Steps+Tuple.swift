public import Futures
internal import Workflows

extension Steps {
  /// Fails: a tuple has no form in which it could be recorded.
  ///
  /// - Throws: An error that says what to return instead.
  @available(*, deprecated, message: "A tuple cannot be recorded. Return a 'Codable' structure.")
  public nonisolated(nonsending) func step<First, Second, each Other>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body:
      @Sendable @isolated(any) () async throws -> (First, Second, repeat each Other)
  ) async throws -> (First, Second, repeat each Other) {
    throw UncodableOutput(step: name, reason: "It is a tuple. Return a 'Codable' structure.")
  }

  /// Fails: a tuple has no form in which it could be recorded.
  ///
  /// - Throws: An error that says what to return instead.
  @available(*, deprecated, message: "A tuple cannot be recorded. Return a 'Codable' structure.")
  public nonisolated(nonsending) func step<First, Second, each Other>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    retry: RetryPolicy? = nil,
    catching errors: [any (Error & Codable).Type] = [],
    @_inheritActorContext _ body:
      @Sendable @isolated(any) (StepCall) async throws -> (First, Second, repeat each Other)
  ) async throws -> (First, Second, repeat each Other) {
    throw UncodableOutput(step: name, reason: "It is a tuple. Return a 'Codable' structure.")
  }
}
