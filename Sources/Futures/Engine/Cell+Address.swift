extension Cell {
  /// This cell with one reference added, as a number.
  @inlinable
  var retainedAddress: UInt {
    UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
  }

  /// The reference that `address` stands for.
  static func unmanaged(_ address: UInt) -> Unmanaged<Cell> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }

  /// The cell at `address`, without touching the reference that the number stands for.
  static func at(_ address: UInt) -> Cell { unmanaged(address).takeUnretainedValue() }

  /// The cell at `address`, taking over the reference that the number stands for.
  static func take(_ address: UInt) -> Cell { unmanaged(address).takeRetainedValue() }

  /// Drops the reference that `address` stands for.
  static func release(_ address: UInt) { unmanaged(address).release() }
}
