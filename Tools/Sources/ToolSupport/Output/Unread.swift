import Synchronization

/// Bytes that can be read once.
final class Unread: Sendable {
  private let bytes: Mutex<[UInt8]>

  init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

  /// Returns the bytes, and no bytes in later calls.
  @Sendable
  func takeAll() -> [UInt8] {
    bytes.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
  }
}
