extension Cell {
  /// Whether values of `T` are stored in the cell itself; larger ones go to a box.
  @inlinable
  static func fits<T>(_ type: T.Type) -> Bool {
    MemoryLayout<T>.size <= MemoryLayout<(UInt, UInt, UInt)>.size
      && MemoryLayout<T>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Where the payload is, for its owner to write (I8).
  @inlinable
  var payloadAddress: UnsafeMutableRawPointer {
    withUnsafeMutablePointer(to: &payload) { UnsafeMutableRawPointer($0) }
  }

  /// Moves `value` into the payload.
  ///
  /// The caller owns the payload (I1).
  @inlinable
  func storePayload<T>(_ value: consuming T, isFailure: Bool = false) {
    assert(relaxedState.has(CellState.claimed | CellState.settled))  // I1
    if Cell.fits(T.self) {
      payloadAddress.initializeMemory(as: T.self, to: value)
      if isFailure || !_isPOD(T.self) { payloadType = T.self }
    } else {
      payloadAddress.initializeMemory(as: PayloadBox<T>.self, to: PayloadBox(value))
      payloadType = PayloadBox<T>.self
    }
  }

  /// Copies the payload out.
  ///
  /// The cell is settled, and its outcome is a `T`.
  @inlinable
  func load<T>(as type: T.Type) -> T {
    assert(isSettled)  // I1
    if Cell.fits(T.self) { return peek(as: T.self) }
    return peek(as: PayloadBox<T>.self).value
  }

  /// Copies what the payload words hold.
  ///
  /// Reads only, so any number of threads may.
  @inlinable
  func peek<T>(as type: T.Type) -> T {
    // The words are copied as plain bits; the cell must outlive the retain of the objects that they
    // refer to.
    withExtendedLifetime(self) {
      withUnsafePointer(to: payload) {
        UnsafeRawPointer($0).assumingMemoryBound(to: T.self).pointee
      }
    }
  }

  /// Copies the payload of a settled cell into this one, which the caller has claimed.
  @usableFromInline
  func copyPayload(from source: Cell) {
    guard let type = source.payloadType else {
      payload = source.payload
      return
    }
    func copy<T>(_: T.Type) {
      payloadAddress.initializeMemory(as: T.self, to: source.peek(as: T.self))
    }
    _openExistential(type, do: copy)
    payloadType = type
  }

  func destroyPayload(_ type: Any.Type) {
    func destroy<T>(_: T.Type) {
      payloadAddress.assumingMemoryBound(to: T.self).deinitialize(count: 1)
    }
    _openExistential(type, do: destroy)
  }

  /// The failure of a failed cell, regardless of its type; `nil` for an abandoned cell.
  func loadFailure() -> (any Error)? {
    guard let type = payloadType else { return nil }
    func extract<T>(_: T.Type) -> Any { peek(as: T.self) }
    let outcome = _openExistential(type, do: extract)
    return (outcome as? any AnyPayloadBox)?.anyValue as? any Error ?? outcome as? any Error
  }
}

/// An outcome that does not fit into a cell.
@usableFromInline
final class PayloadBox<T> {
  @usableFromInline let value: T

  @inlinable
  init(_ value: consuming T) { self.value = value }
}

protocol AnyPayloadBox {
  var anyValue: Any { get }
}

extension PayloadBox: AnyPayloadBox {
  var anyValue: Any { value }
}
