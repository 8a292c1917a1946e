extension Future {
  /// Whether the error type can say "cancelled".
  @inlinable
  var canBeCancelled: Bool {
    Failure.self == (any Error).self || Failure.self is any CancellationRepresentable.Type
  }
}
