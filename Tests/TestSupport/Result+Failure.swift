extension Result {
  /// The error, if that is the outcome.
  package var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
