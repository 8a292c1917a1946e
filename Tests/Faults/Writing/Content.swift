import Foundation

/// Contents that can be told from any mixture of two of them.
enum Content {
  /// Returns the content with a number.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - size: The size before the number is added to it, so that sizes differ, too.
  /// - Returns: The content.
  static func make(_ number: Int, size: Int = 1_000_000) -> Data {
    var data = Data(capacity: size + 8192)
    data.append(contentsOf: withUnsafeBytes(of: UInt64(number).littleEndian, Array.init))
    let count = size + 37 * (number % 200) + 8
    let pattern = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) })
    while data.count < count {
      data.append(UInt8(truncatingIfNeeded: data.count / 4096 &+ number))
      data.append(pattern.prefix(count - data.count))
    }
    return data
  }

  /// Returns the number of a content; `nil` if it is none.
  static func number(of data: Data, size: Int = 1_000_000) -> Int? {
    guard data.count >= 8 else { return nil }
    let bytes = data.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: bytes), data == make(number, size: size) else { return nil }
    return number
  }

  /// Returns the number of the content of a file; `nil` if it is none.
  static func number(in file: URL, size: Int = 1_000_000) -> Int? {
    (try? Data(contentsOf: file)).flatMap { number(of: $0, size: size) }
  }
}
