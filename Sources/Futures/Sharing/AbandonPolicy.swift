/// What happens to a shared load when its last caller stops waiting.
///
/// ```swift
/// let session = SharedLoad<Session, any Error>(whenAbandoned: .finish)
/// ```
public struct AbandonPolicy: Sendable, Hashable {
  private let finishes: Bool

  /// Cancels the load, and keeps nothing of it.
  ///
  /// Choose this for values that only the current callers need, such as an image on a screen.
  ///
  /// ![The download is cancelled with the second of its two callers.](abandoning)
  public static let cancel = AbandonPolicy(finishes: false)

  /// Lets the load continue, and keeps its value for later callers, who may also join the load.
  ///
  /// Choose this for work that should not be interrupted halfway, such as the refresh of an access
  /// token. A failure is not reported if no caller waits for it.
  ///
  /// ![The load continues after its caller has left, and the next one gets it.](finishing)
  public static let finish = AbandonPolicy(finishes: true)
}
