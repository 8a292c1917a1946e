public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Transforms the value, where the closure is written.
  ///
  /// In main-actor code, the closure runs on the main queue; otherwise, on `defaultContext()`.
  ///
  /// - Parameter f: A closure that returns the new value. It is called at most once, and not for a
  ///   failure, which is passed on.
  /// - Returns: A future of the new value.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    @_inheritActorContext _ f: @escaping @Sendable @isolated(any) (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    map(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: The context that runs `f`: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - f: A closure that returns the new value. It is called at most once, and not for a failure,
  ///     which is passed on.
  /// - Returns: A future of the new value.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    map(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value.
  ///
  /// - Parameters:
  ///   - context: The context that runs `f`.
  ///   - f: A closure that returns the new value. It is called at most once, and not for a failure,
  ///     which is passed on.
  /// - Returns: A future of the new value.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    if let same = self as? Future<Value.Value, Value.Error> {
      return Future(same.future.mapInTurn(on: context, f))
    }
    return transform(on: context) { result in result.map(f) }
  }

  /// Returns a future of a property of the value, which is read on `defaultContext()`.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A future of the property.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ keyPath: any KeyPath<Value.Value, U> & Sendable
  ) -> Future<U, Value.Error> {
    map(defaultContext()) { value in value[keyPath: keyPath] }
  }

  /// Returns a future without the value.
  ///
  /// - Returns: A future that settles when this one settles.
  @inlinable
  public func asVoid() -> Future<Void, Value.Error> {
    map(immediateExecutionContext) { _ in }
  }
}

extension Future {
  /// Returns a future of a property of the value, which is read inline.
  ///
  /// ```swift
  /// let count = Future<String, Never>(value: "tenon").count  // Future<Int, Never>
  /// ```
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A future of the property.
  @preconcurrency
  public subscript<U: Sendable>(
    dynamicMember keyPath: any KeyPath<T, U> & Sendable
  ) -> Future<U, E> {
    map(immediateExecutionContext) { value in value[keyPath: keyPath] }
  }
}
