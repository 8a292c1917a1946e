/// The flags of a waiter in the low bits of its `next`.
@usableFromInline
enum WaiterFlags {
  /// A plain observer, whose waiter can hold the steps of other observers.
  static var plainObserver: UInt { 1 }

  /// An observer that runs after a failure as well, but does not count as observing it.
  static var ignoresFailure: UInt { 2 }

  /// The step does not run where the source settles (``Cell/deliver(from:)``).
  static var delivered: UInt { 4 }

  /// The step takes over the outcome of another future, which may come later
  /// (``Cell/adopt(_:by:)``).
  @usableFromInline static var adopts: UInt { 8 }

  static var mask: UInt { 15 }
}

/// The flags of a cell in the high bits of its `withdrawals`: those of a promise's own observer,
/// and of observers that are gone.
enum OwnObserverFlags {
  /// The `step` of the cell is its first observer.
  static var present: UInt { 1 << UInt(UInt.bitWidth - 1) }

  /// That observer has ``WaiterFlags/ignoresFailure``.
  static var ignoresFailure: UInt { 1 << UInt(UInt.bitWidth - 2) }

  /// A waiter that was unlinked, or never linked, would have observed a failure.
  static var observedInAdvance: UInt { 1 << UInt(UInt.bitWidth - 3) }

  static var mask: UInt { present | ignoresFailure | observedInAdvance }
}
