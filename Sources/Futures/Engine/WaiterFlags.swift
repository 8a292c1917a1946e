/// What the low bits of a waiter's `next` say of the waiter itself.
enum WaiterFlags {
  /// A plain observer, which can take in the steps of others behind it.
  static var plainObserver: UInt { 1 }

  /// An observer that does not look at failures.
  static var ignoresFailure: UInt { 2 }

  /// The step does not run where the source settles (``Cell/deliver(from:)``).
  static var delivered: UInt { 4 }

  static var mask: UInt { 15 }
}

/// What the high bits of a promise's `withdrawals` say of its own observer.
enum OwnObserverFlags {
  /// The `step` of the cell is its first observer.
  static var present: UInt { 1 << UInt(UInt.bitWidth - 1) }

  /// That observer does not look at failures.
  static var ignoresFailure: UInt { 1 << UInt(UInt.bitWidth - 2) }

  static var mask: UInt { present | ignoresFailure }
}
