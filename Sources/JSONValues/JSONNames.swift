/// The long names of a document, which its objects share.
///
/// A string of more than fifteen bytes allocates memory. The objects of a document usually have the
/// same few names. Of several names with the same place in this table, only the last is kept.
struct JSONNames {
  private static let longestInlineName = 15
  private static let placeCount = 256

  private var places: [String] = []

  /// Returns the name with the given bytes, or `nil` if they are not UTF-8.
  mutating func text(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    if bytes.count <= Self.longestInlineName { return String(validating: bytes, as: UTF8.self) }
    if places.isEmpty { places = Array(repeating: "", count: Self.placeCount) }
    let place = Self.place(of: bytes)
    let isKnown = places[place].utf8.withContiguousStorageIfAvailable { known in
      known.elementsEqual(bytes)
    }
    if isKnown == true { return places[place] }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    places[place] = text
    return text
  }

  /// Returns a place that depends on the length and on some bytes; long names often share a
  /// beginning.
  private static func place(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let middle = Int(bytes[bytes.count / 2])
    let end = Int(bytes[bytes.count - 1]) &+ Int(bytes[bytes.count - 2]) &* 7
    return (bytes.count &* 31 &+ Int(bytes[0]) &+ middle &* 13 &+ end &* 17) % placeCount
  }
}
