import TestSupport

/// The task-local values of a server's request.
enum WebRequest {
  @TaskLocal static var user = "nobody"
  /// An object that shows whether the values of a request are still retained.
  @TaskLocal static var tracked: Tracked?

  /// Runs code for a user.
  @discardableResult
  static func by<Result>(_ user: String, _ body: () throws -> Result) rethrows -> Result {
    try $user.withValue(user, operation: body)
  }

  /// Runs code in a request, and returns a reference that tells whether its values are still
  /// retained.
  static func followed(_ body: () -> Void) -> WeakReference {
    let tracked = Tracked()
    defer { withExtendedLifetime(tracked) {} }
    $tracked.withValue(tracked, operation: body)
    return WeakReference(tracked)
  }
}
