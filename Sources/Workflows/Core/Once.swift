internal import Synchronization

/// A flag that exactly one of several contenders can claim.
final class Once: Sendable {
  private let isClaimed = Atomic<Bool>(false)

  /// Whether the flag has been claimed.
  var hasHappened: Bool { isClaimed.load(ordering: .acquiring) }

  /// Claims the flag.
  ///
  /// - Returns: Whether this call was the first.
  @discardableResult
  func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}
