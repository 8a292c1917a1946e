internal import Synchronization

/// Something that happens once at most, for those who may be the one to do it.
final class Once: Sendable {
  private let isClaimed = Atomic<Bool>(false)

  /// Whether somebody has claimed it.
  var hasHappened: Bool { isClaimed.load(ordering: .acquiring) }

  /// Claims it.
  ///
  /// - Returns: Whether nobody has before.
  @discardableResult
  func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}
