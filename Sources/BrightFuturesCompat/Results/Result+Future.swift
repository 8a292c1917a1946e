extension ResultProtocol {
  /// Starts further work with the value.
  ///
  /// - Parameter transform: Called at once with the value; not called for a failure.
  /// - Returns: What `transform` returned, or a future that has failed with the error.
  @inlinable
  public func flatMap<U: Sendable>(_ transform: (Value) -> Future<U, Error>) -> Future<U, Error> {
    analysis(ifSuccess: transform, ifFailure: { Future(error: $0) })
  }

  /// Takes the inner result out of this one.
  ///
  /// - Returns: The inner result, or this one's failure.
  @inlinable
  public func flatten<Inner>() -> Result<Inner, Error> where Value == Result<Inner, Error> {
    analysis(ifSuccess: { $0 }, ifFailure: { .failure($0) })
  }

  /// Takes the future out of this result.
  ///
  /// - Returns: The future, or one that has failed with the error.
  @inlinable
  public func flatten<Inner: Sendable>() -> Future<Inner, Error>
  where Value == Future<Inner, Error> {
    analysis(ifSuccess: { $0 }, ifFailure: { Future(error: $0) })
  }
}
