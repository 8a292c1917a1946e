// The names of releases before 1.0.

extension InvalidationToken {
  /// Creates a token that is invalidated with its last reference, as ``init(invalidatesOnDeinit:)``
  /// does now.
  @available(*, deprecated, renamed: "init(invalidatesOnDeinit:)")
  public convenience init(invalidateOnDeinit: Bool) {
    self.init(invalidatesOnDeinit: invalidateOnDeinit)
  }

  /// Returns a context that runs jobs while the token is valid, as ``validContext(on:)`` does now.
  @available(*, deprecated, renamed: "validContext(on:)")
  public func validContext(_ parent: ExecutionContext) -> ExecutionContext {
    validContext(on: parent)
  }
}
