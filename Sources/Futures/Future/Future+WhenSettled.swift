extension Future {
  /// Calls a closure when the future settles, without counting as somebody who looks at a failure.
  ///
  /// For adapters in other modules that have to clean up.
  package func whenSettled(_ body: @escaping @Sendable () -> Void) { cell.whenSettled(body) }
}
