/// Says whether callbacks are still wanted.
@preconcurrency
public protocol InvalidationTokenType: _ValidContextNaming, _ValidContextCalling {
  /// Whether the token was invalidated, after which it stays so.
  var isInvalid: Bool { get }

  /// A future that fails with `invalidationTokenInvalidated` when the token is invalidated, and
  /// never settles otherwise.
  var future: Future<Never, BrightFuturesError<Never>> { get }

  /// A context that drops tasks once the token is invalid.
  ///
  /// Tasks run on what `defaultContext()` is when this property is read.
  var validContext: ExecutionContext { get }

  /// Makes a context that drops tasks once the token is invalid.
  ///
  /// The token is looked at on `parentContext`, right before the task would run.
  ///
  /// - Parameter parentContext: Where tasks run while the token is valid.
  /// - Returns: The context.
  func validContext(_ parentContext: @escaping ExecutionContext) -> ExecutionContext
}

extension InvalidationTokenType {
  /// A context that drops tasks once the token is invalid.
  ///
  /// Tasks run on what `defaultContext()` is when this property is read.
  public var validContext: ExecutionContext { validContext(defaultContext()) }

  /// Makes a context that drops tasks once the token is invalid.
  ///
  /// The token is looked at on `parentContext`, right before the task would run.
  ///
  /// - Parameter parentContext: Where tasks run while the token is valid; what `defaultContext()`
  ///   is at the moment of the call if you do not say.
  /// - Returns: The context.
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

/// A token that can be invalidated by hand.
@preconcurrency
public protocol ManualInvalidationTokenType: InvalidationTokenType {
  /// Makes the token invalid.
  func invalidate()
}
