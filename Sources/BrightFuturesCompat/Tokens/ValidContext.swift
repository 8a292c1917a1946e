// The second type of `validContext`, for closures that run where they are written. It is in
// protocols that the tokens refine: the compiler prefers the member of the tokens, except where
// only the second type fits. A property and a method cannot share one protocol.

/// A protocol that gives the property `validContext` of tokens a second type.
///
/// It is public because its extension member is.
@preconcurrency
public protocol _ValidContextNaming: Sendable {}

/// A protocol that gives the method `validContext()` of tokens a second type.
///
/// It is public because its extension member is.
@preconcurrency
public protocol _ValidContextCalling: Sendable {}

extension _ValidContextNaming where Self: InvalidationTokenType {
  /// A context that runs closures where they are written, unless the token is invalid.
  ///
  /// The token is checked right before the closure would run.
  @_documentation(visibility: internal)
  public var validContext: HomeContext { .valid(self) }
}

extension _ValidContextCalling where Self: InvalidationTokenType {
  /// Returns a context that runs closures where they are written, unless the token is invalid.
  ///
  /// The token is checked right before the closure would run.
  ///
  /// - Returns: The context.
  @_documentation(visibility: internal)
  public func validContext() -> HomeContext { .valid(self) }
}

extension HomeContext {
  /// The default context while a token is valid.
  fileprivate static func valid(_ token: some InvalidationTokenType) -> HomeContext {
    HomeContext { isolation in
      guard isolation != nil else { return token.validContext }
      return token.validContext(defaultContext(for: isolation))
    }
  }
}
