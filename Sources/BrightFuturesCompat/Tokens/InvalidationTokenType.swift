/// A type that indicates whether callbacks are still wanted.
@preconcurrency
public protocol InvalidationTokenType: _ValidContextNaming, _ValidContextCalling {
  /// Whether the token has been invalidated.
  var isInvalid: Bool { get }

  /// A future that fails with `invalidationTokenInvalidated` when the token is invalidated, and
  /// never settles otherwise.
  var future: Future<Never, BrightFuturesError<Never>> { get }

  /// A context that drops tasks once the token is invalid.
  ///
  /// Tasks run on the `defaultContext()` of the code that reads this property.
  var validContext: ExecutionContext { get }

  /// Returns a context that drops tasks once the token is invalid.
  ///
  /// The token is checked on `parentContext`, right before the task would run.
  ///
  /// - Parameter parentContext: The context that runs tasks while the token is valid.
  /// - Returns: The context.
  func validContext(_ parentContext: @escaping ExecutionContext) -> ExecutionContext
}

extension InvalidationTokenType {
  /// A context that drops tasks once the token is invalid.
  ///
  /// Tasks run on the `defaultContext()` of the code that reads this property.
  public var validContext: ExecutionContext { validContext(defaultContext()) }

  /// Returns a context that drops tasks once the token is invalid; by default, on the
  /// `defaultContext()` of this call.
  public func validContext(
    _ parentContext: @escaping ExecutionContext = defaultContext()
  ) -> ExecutionContext {
    { task in
      parentContext {
        if !self.isInvalid { task() }
      }
    }
  }
}

/// A token that you can invalidate.
@preconcurrency
public protocol ManualInvalidationTokenType: InvalidationTokenType {
  /// Invalidates the token.
  func invalidate()
}
