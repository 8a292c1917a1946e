/// What a step returns for the driver to run next.
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

  /// Whether this is a cell whose outcome the stepped cell shall take over.
  var isCellToAdopt: Bool { raw & 1 != 0 }

  /// These waiters, after the observer that their cell keeps itself.
  var afterOwnObserver: Waiters { Waiters(raw: raw | 2) }

  /// Whether the settled cell's own observer comes first.
  var startWithOwnObserver: Bool { raw & 2 != 0 }

  /// The waiters without the cell's own observer.
  var others: Waiters { Waiters(raw: raw & ~2) }
}

extension Waiters? {
  /// What is left to do after an attempt to settle a cell: nothing if the cell was settled before.
  @inlinable
  @inline(__always)
  var orNone: Waiters {
    if let self { return self }
    return .none
  }
}
