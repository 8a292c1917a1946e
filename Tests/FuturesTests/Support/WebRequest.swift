import TestSupport

/// What a server keeps of the request that it answers.
enum WebRequest {
  @TaskLocal static var user = "nobody"
  /// Tells whether the values of a request are still kept.
  @TaskLocal static var tracked: Tracked?

  /// Runs code for a user.
  @discardableResult
  static func by<Result>(_ user: String, _ body: () throws -> Result) rethrows -> Result {
    try $user.withValue(user, operation: body)
  }

  /// Runs code in a request, and tells whether its values are kept after it.
  static func followed(_ body: () -> Void) -> WeakReference {
    let tracked = Tracked()
    defer { withExtendedLifetime(tracked) {} }
    $tracked.withValue(tracked, operation: body)
    return WeakReference(tracked)
  }
}
