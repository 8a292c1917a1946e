/// The bits of a cell's state word.
///
/// The word is the only thing threads contend on. Its low four bits are flags; the rest is the
/// address of the newest waiter, and once a settled cell's waiters were taken, the turn of its
/// callbacks (``Cell/takeTurn(orPark:)``). Objects are
/// aligned to 16 bytes on every platform that Swift runs on, so an address leaves those bits free.
///
/// | bit | while pending | once settled |
/// |---|---|---|
/// | 1 | `claimed`: a producer has won and is storing the outcome | `observed`: somebody looked at
/// the failure |
/// | 2 | clear | `settled`: the payload may be read |
/// | 4 | `bound`: another future will provide the outcome | `failed`: the payload is a failure |
/// | 8 | `sweeping`: one thread is unlinking removed waiters | the same; that thread will run the
/// waiters |
@usableFromInline
enum CellWord {
  @usableFromInline static var claimed: UInt { 1 }
  @usableFromInline static var observed: UInt { 1 }
  @usableFromInline static var settled: UInt { 2 }
  @usableFromInline static var bound: UInt { 4 }
  @usableFromInline static var failed: UInt { 4 }
  @usableFromInline static var sweeping: UInt { 8 }

  /// Flag in a waiter's `next`: a plain observer, which can take in the steps of others behind it.
  static var plainObserver: UInt { 1 }

  /// Flag in a waiter's `next`: an observer that does not look at failures.
  static var ignoresFailure: UInt { 2 }

  /// Flag in a waiter's `next`: the step belongs to the main actor.
  static var onMainActor: UInt { 4 }

  /// Flag in the `withdrawals` of a promise's cell: its `step` is its first observer.
  static var ownObserver: UInt { 1 << UInt(UInt.bitWidth - 1) }

  /// Flag in the `withdrawals` of a promise's cell: its first observer does not look at failures.
  static var ownObserverIgnoresFailure: UInt { 1 << UInt(UInt.bitWidth - 2) }

  static var withdrawalFlags: UInt { ownObserver | ownObserverIgnoresFailure }

  /// What stands in place of the list of a settled cell while its turn is taken and nothing is
  /// parked; no address.
  static var turnTaken: UInt { 16 }

  @usableFromInline static var flags: UInt { 15 }
  @usableFromInline static var list: UInt { ~15 }
}

/// What a step leaves for the driver to do next.
///
/// Either nothing, or the waiters of the cell that the step settled (oldest first, perhaps after
/// its own observer), or another cell whose outcome the stepped cell shall take over.
@usableFromInline
struct Waiters {
  /// An owned reference to a cell as a number, or zero; the lowest bit marks a cell to adopt, the
  /// next one an observer that the settled cell keeps itself and that comes first.
  @usableFromInline var raw: UInt

  @inlinable
  init(raw: UInt) { self.raw = raw }

  /// The cell whose outcome the stepped cell shall take over.
  @inlinable
  init(adopting cell: consuming Cell) {
    raw = UInt(bitPattern: Unmanaged.passRetained(cell).toOpaque()) | 1
  }

  /// Nothing to do.
  @inlinable static var none: Waiters { Waiters(raw: 0) }

  @inlinable var isEmpty: Bool { raw == 0 }

  /// These waiters, after the observer that their cell keeps itself.
  var afterOwnObserver: Waiters { Waiters(raw: raw | 2) }

  /// Whether the settled cell's own observer comes first.
  var startWithOwnObserver: Bool { raw & 2 != 0 }

  /// The waiters without the cell's own observer.
  var others: Waiters { Waiters(raw: raw & ~2) }
}
