// The second type of `validContext`, for closures that belong to the code they are written in. It
// is in protocols that the tokens refine: their own member is preferred, except where only the
// second type fits better. A property and a call cannot share one protocol.

/// What tokens refine so that `validContext` has a second type.
@preconcurrency
public protocol _ValidContextNaming: Sendable {}

/// What tokens refine so that `validContext()` has a second type.
@preconcurrency
public protocol _ValidContextCalling: Sendable {}

extension _ValidContextNaming where Self: InvalidationTokenType {
  /// Where closures run that belong to the code they are written in, unless the token is invalid.
  ///
  /// The token is looked at right before the closure would run.
  @_documentation(visibility: internal)
  public var validContext: HomeContext { .valid(self) }
}

extension _ValidContextCalling where Self: InvalidationTokenType {
  /// Returns where closures run that belong to the code they are written in, unless the token is
  /// invalid.
  ///
  /// The token is looked at right before the closure would run.
  ///
  /// - Returns: The context.
  @_documentation(visibility: internal)
  public func validContext() -> HomeContext { .valid(self) }
}

extension HomeContext {
  /// The default context, for as long as a token is valid.
  fileprivate static func valid(_ token: some InvalidationTokenType) -> HomeContext {
    HomeContext { isolation in
      guard isolation != nil else { return token.validContext }
      return token.validContext(defaultContext(for: isolation))
    }
  }
}
