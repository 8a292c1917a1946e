/// A waiter that settles another cell, and is over once that cell has settled otherwise.
///
/// The target never changes, so the reasons for `@unchecked Sendable` of cells apply.
@usableFromInline
final class Relay: Cell, @unchecked Sendable {
  /// The cell that the step settles.
  @usableFromInline let target: Cell

  /// Creates a waiter.
  ///
  /// - Parameters:
  ///   - target: The cell that it settles.
  ///   - step: Called with the settled source and the waiter; settles its target.
  @usableFromInline
  init(to target: Cell, _ step: consuming @escaping Step) {
    self.target = target
    super.init(step: consume step)
  }

  override var isOver: Bool { target.isSettled }
}

extension Cell {
  /// The cell that this waiter, which is a ``Relay``, settles.
  @inlinable
  var relayTarget: Cell { unsafeDowncast(self, to: Relay.self).target }
}
