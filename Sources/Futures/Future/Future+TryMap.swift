extension Future {
  /// Transforms the value with a closure or function that throws this future's error type.
  ///
  /// ```swift
  /// let number = text.tryMap(parse)  // parse is (String) throws(SyntaxError) -> Int
  /// ```
  ///
  /// A closure has to spell its type out, `{ text throws(SyntaxError) in … }`: the compiler infers
  /// `any Error` for a closure that throws.
  ///
  /// - Parameters:
  ///   - context: Where `transform` runs; inline if you do not say.
  ///   - token: Once cancelled, `transform` is released without running and the new future is cancelled.
  ///   - transform: Makes the new value. Called at most once, and released then.
  /// - Returns: A future of the new value.
  @inlinable
  public func tryMap<Output>(
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Output
  ) -> Future<Output, Failure> {
    derive(on: context, token) { source, derived in
      guard source.isSuccess else { return derived.pass(failureOf: source, as: Failure.self) }
      do throws(Failure) {
        return derived.succeed(try transform(source.load(as: Value.self))) ?? .none
      } catch {
        return derived.fail(error, as: Failure.self) ?? .none
      }
    }
  }

  /// Starts further work with a closure or function that throws this future's error type, and waits for it.
  ///
  /// A closure has to spell its type out, `{ user throws(SyntaxError) in … }`: the compiler infers
  /// `any Error` for a closure that throws. Otherwise like the other `flatMap`.
  ///
  /// - Parameters:
  ///   - context: Where `next` runs; inline if you do not say.
  ///   - token: Once cancelled, `next` is released without running and the new future is cancelled.
  ///   - next: Starts the further work. Called at most once, and released then.
  /// - Returns: A future with the outcome of the further work.
  @inlinable
  public func tryFlatMap<Output>(
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    _ next: @escaping @Sendable (Value) throws(Failure) -> Future<Output, Failure>
  ) -> Future<Output, Failure> {
    derive(on: context, token) { source, derived in
      guard source.isSuccess else { return derived.pass(failureOf: source, as: Failure.self) }
      do throws(Failure) {
        return derived.takeOver(try next(source.load(as: Value.self)).cell, as: Failure.self)
      } catch {
        return derived.fail(error, as: Failure.self) ?? .none
      }
    }
  }
}

extension Future where Failure == Never {
  /// Transforms the value of a future that cannot fail with a closure or function that may.
  ///
  /// The new future has the error type that `transform` throws.
  ///
  /// - Parameters:
  ///   - context: Where `transform` runs; inline if you do not say.
  ///   - token: Once cancelled, `transform` is released without running and the new future is cancelled.
  ///   - transform: Makes the new value. Called at most once, and released then.
  /// - Returns: A future of the new value.
  @inlinable
  public func tryMap<Output, NewFailure: Error>(
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    _ transform: @escaping @Sendable (Value) throws(NewFailure) -> Output
  ) -> Future<Output, NewFailure> {
    derive(on: context, token) { source, derived in
      guard source.isSuccess else { return derived.pass(failureOf: source, as: NewFailure.self) }
      do throws(NewFailure) {
        return derived.succeed(try transform(source.load(as: Value.self))) ?? .none
      } catch {
        return derived.fail(error, as: NewFailure.self) ?? .none
      }
    }
  }
}
