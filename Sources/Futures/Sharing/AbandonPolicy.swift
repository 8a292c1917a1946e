/// What happens to a shared load when its last caller stops waiting.
///
/// ```swift
/// let session = SharedLoad<Session, any Error>(whenAbandoned: .finish)
/// ```
public struct AbandonPolicy: Sendable, Hashable {
  private let finishes: Bool

  /// Cancels the load, and keeps nothing of it.
  ///
  /// The right choice for what only its callers want, such as an image of a screen.
  ///
  /// ![The download is cancelled with the second of its two callers.](abandoning)
  public static let cancel = AbandonPolicy(finishes: false)

  /// Lets the load continue, and keeps its value for later callers, who may also join the load.
  ///
  /// The right choice for what should not be broken off halfway, such as the refresh of an access
  /// token. A failure without a caller that waits is not reported.
  ///
  /// ![The load continues after its caller has left, and the next one gets it.](finishing)
  public static let finish = AbandonPolicy(finishes: true)
}
