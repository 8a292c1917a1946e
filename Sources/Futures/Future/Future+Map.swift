extension Future {
  /// Returns a future of the transformed value.
  ///
  /// ```swift
  /// let length = Future<String, any Error>(value: "tenon").map { $0.count }
  /// print(length)  // Future<Int, any Error>(success: 5)
  /// ```
  ///
  /// If this future fails, the returned future fails with the same error and `transform` is not
  /// called. Semantics from BrightFutures' `map` and Bolts' `continueOnSuccessWith`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `transform` is released without running and the returned future is
  ///     cancelled.
  ///   - transform: Returns the new value. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future of the new value.
  @inlinable
  public func map<Output>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform:
      consuming @escaping @Sendable @isolated(any) (Value) -> Output
  ) -> Future<Output, Failure> {
    noteMap(to: Output.self)
    return derive(token, IsolatedTransform(transform), Future.mapping(to: Output.self))
  }

  /// Returns a future of a property of the value.
  ///
  /// ```swift
  /// let name = user(id: 7).map(\.name)
  /// ```
  ///
  /// The property is read where the call is written, as by a closure.
  ///
  /// - Parameters:
  ///   - isolation: The actor that reads the property; leave it out.
  ///   - path: The property.
  /// - Returns: A future of the property.
  public func map<Output>(
    isolation: isolated (any Actor)? = #isolation,
    _ path: KeyPath<Value, Output>
  ) -> Future<Output, Failure> {
    map { value in
      // The capture is what isolates the closure.
      _ = isolation
      return value[keyPath: path]
    }
  }

  /// Returns a future of the value that a throwing closure returns.
  ///
  /// An error that `transform` throws fails the returned future, whose error type is `any Error`.
  /// To keep an error type, return a future from `flatMap`. Otherwise the same as the other `map`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `transform` is released without running and the returned future is
  ///     cancelled.
  ///   - transform: Returns the new value. Called at most once, and released then. Runs where it is
  ///     written.
  /// - Returns: A future of the new value.
  @inlinable
  @_disfavoredOverload
  public func map<Output>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform:
      consuming @escaping @Sendable @isolated(any) (Value) throws -> Output
  ) -> Future<Output, any Error> {
    noteMap(to: Output.self)
    return derive(
      token,
      IsolatedThrowingTransform(transform),
      Future.throwingMapping(to: Output.self)
    )
  }
}

// MARK: - Futures of futures

extension Future {
  /// Reports a `map` to a future, for which nothing waits, in debug builds.
  ///
  /// A deprecated form for such closures would warn at compile time. With it, the compiler gives up
  /// on chains of ten links.
  @inlinable
  func noteMap<Output>(to output: Output.Type) {
    #if DEBUG
    if output is any FutureProtocol.Type { reportMap(to: output) }
    #endif
  }

  #if DEBUG
  @usableFromInline
  func reportMap<Output>(to output: Output.Type) {
    Diagnostics.report(
      .unawaitedFuture,
      site: cell.site,
      detail: "the closure of map returns a \(output); use flatMap"
    )
  }
  #endif
}

// MARK: - Steps

extension Future {
  /// Applies the closure of the derived cell to the value.
  @inlinable
  static func mapping<Output>(to output: Output.Type) -> Step {
    { source, derived in
      let transform = derived.takeClosure(as: Transform<Value, Output>.self).call
      guard source.isSuccess else { return derived.pass(failureOf: source, as: Failure.self) }
      return derived.succeed(transform(source.load(as: Value.self))).orNone
    }
  }

  /// Applies the closure of the derived cell, which may throw, to the value.
  @inlinable
  static func throwingMapping<Output>(to output: Output.Type) -> Step {
    { source, derived in
      let transform = derived.takeClosure(as: ThrowingTransform<Value, Output>.self).call
      guard source.isSuccess else {
        return derived.pass(failureOf: source, erasing: Failure.self)
      }
      return derived.catching { () throws(any Error) in
        derived.succeed(try transform(source.load(as: Value.self))).orNone
      }
    }
  }
}
