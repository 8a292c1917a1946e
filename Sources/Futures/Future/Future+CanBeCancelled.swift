extension Future {
  /// Whether the error type can say "cancelled".
  @inlinable
  var canBeCancelled: Bool { holdsCancellation(Failure.self) }
}
