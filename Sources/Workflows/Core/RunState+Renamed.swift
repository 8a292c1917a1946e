// The names of releases before 1.0.

extension RunState {
  /// Whether the state is final, as ``isSettled`` is now.
  @available(*, deprecated, renamed: "isSettled")
  public var isEnded: Bool { isSettled }
}
