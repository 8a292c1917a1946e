import Synchronization

/// Bytes that are handed out once.
final class Unread: Sendable {
  private let bytes: Mutex<[UInt8]>

  init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

  /// The bytes, and none from then on.
  @Sendable
  func takeAll() -> [UInt8] {
    bytes.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
  }
}
