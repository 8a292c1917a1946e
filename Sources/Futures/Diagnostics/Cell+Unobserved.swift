extension Cell {
  /// Reports a failure that goes away without anybody having looked at it.
  ///
  /// The one function that the engine calls upwards, from `deinit`.
  func reportUnobserved() {
    guard Diagnostics.isEnabled, let failure = loadFailure(), !isCancellation(failure) else {
      return
    }
    Diagnostics.report(.unobservedFailure, error: failure, site: creationSite)
  }
}
