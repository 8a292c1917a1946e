// Lists of waiters link cells by address. An address that is stored owns a reference (I2).

extension Cell {
  /// The address of this cell, with one reference added.
  @inlinable
  var retainedAddress: UInt {
    UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
  }

  /// The reference that an address represents.
  static func unmanaged(_ address: UInt) -> Unmanaged<Cell> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }

  /// Returns the cell at an address, which keeps its reference.
  static func at(_ address: UInt) -> Cell { unmanaged(address).takeUnretainedValue() }

  /// Returns the cell at an address and takes over its reference.
  static func take(_ address: UInt) -> Cell { unmanaged(address).takeRetainedValue() }

  /// Releases the reference that an address represents.
  static func release(_ address: UInt) { unmanaged(address).release() }

  /// The address of the waiter behind this one in its list.
  var following: UInt {
    get { next & ~WaiterFlags.mask }
    set { next = newValue | (next & WaiterFlags.mask) }
  }

  /// Returns the address of the waiter behind the one at `address`.
  static func following(_ address: UInt) -> UInt {
    unmanaged(address)._withUnsafeGuaranteedRef { $0.following }
  }

  /// Reverses a list: waiters are pushed newest first and run oldest first.
  static func oldestFirst(_ newest: UInt) -> Waiters {
    var done: UInt = 0
    var address = newest
    while address != 0 {
      let next = Cell.following(address)
      Cell.unmanaged(address)._withUnsafeGuaranteedRef { $0.following = done }
      done = address
      address = next
    }
    return Waiters(raw: done)
  }
}
