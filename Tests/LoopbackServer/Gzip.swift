package import Foundation

/// Compressed pages.
package enum Gzip {
  /// A compressed page whose only tag contains `shop://gz`.
  package static let page =
    Data(
      base64Encoded:
        "H4sIAAAAAAACA7PJKMnNsbPJSE1MsbPJTS1JVCgoyi9ILSqptFVKzLHKzC+2Ki3KUVJIzs8rSc0rsVUqzsgvsNLXT69SsrPRB2sDADYiwV1DAAAA"
    ) ?? Data()

  /// A block of a compressed stream that contains bytes as they are.
  package static func stored(_ bytes: some Collection<UInt8>, isLast: Bool) -> [UInt8] {
    let length = UInt16(bytes.count)
    let numbers = [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    return [isLast ? 1 : 0] + numbers + bytes
  }

  /// The checksum of the coding `deflate`.
  package static func adler32(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return [UInt8(second >> 8), UInt8(second & 255), UInt8(first >> 8), UInt8(first & 255)]
  }

  /// An endless stream that decompresses to about 160 spaces per byte.
  ///
  /// - Parameter size: The approximate number of bytes to create.
  /// - Returns: The beginning of the stream.
  package static func bomb(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var bits: UInt64 = 0
    var count: UInt64 = 0
    func put(_ value: UInt64, _ width: UInt64) {
      bits |= value << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        count -= 8
      }
    }
    put(0b011, 3)  // the last block, with fixed codes
    put(0b0000_1010, 8)  // a space, its code reversed
    while bytes.count < size {
      put(0b1010_0011, 8)  // 258 bytes again, code reversed
      put(0, 5)  // from one byte before
    }
    return bytes
  }
}
