public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Transforms the value, where the closure is written; see
  /// <doc:ComingFromBrightFutures#Every-name>.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    @_inheritActorContext _ f: @escaping @Sendable @isolated(any) (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    map(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value, where the closure is written, through a context such as `validContext`
  /// of a token.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    map(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value, on a context.
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
  /// let count = Future<String, Never>(value: "tenon").count
  /// // Future<Int, Never>
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
