/// The named character references of HTML.
enum NamedCharacterReferences {
  /// Returns the longest name at an index.
  ///
  /// - Parameters:
  ///   - bytes: Some text.
  ///   - start: The index after the ampersand.
  /// - Returns: The length of the name, including a semicolon that belongs to it, and the
  ///   characters that it represents.
  /// - Complexity: O(1), because the longest name has 32 bytes.
  static func longestMatch(
    _ bytes: [UInt8],
    _ start: Int
  ) -> (length: Int, characters: String)? {
    var candidates = 0..<entries.count
    var best: (length: Int, characters: String)?
    var length = 0
    while start + length < bytes.count {
      let byte = bytes[start + length]
      if byte == UInt8(ascii: ";") {
        // Names are sorted, so the name that ends here is the first candidate.
        if let entry = candidates.first.map({ entries[$0] }), entry.name.count == length {
          best = (length + 1, entry.characters)
        }
        break
      }
      candidates = narrow(candidates, length, byte)
      guard let first = candidates.first else { break }
      length += 1
      let entry = entries[first]
      if entry.name.count == length, entry.isLegacy { best = (length, entry.characters) }
    }
    return best
  }

  /// Returns the candidates with a byte at an index of their names.
  ///
  /// Their names agree before that index.
  private static func narrow(_ range: Range<Int>, _ place: Int, _ byte: UInt8) -> Range<Int> {
    func firstIndex(where isAfter: (UInt8?) -> Bool) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        let name = entries[middle].name
        if isAfter(place < name.count ? name[place] : nil) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      return low
    }
    let lower = firstIndex { $0.map { $0 >= byte } ?? false }
    let upper = firstIndex { $0.map { $0 > byte } ?? false }
    return lower..<max(lower, upper)
  }

  private struct Entry: Sendable {
    var name: [UInt8]
    var isLegacy: Bool
    var characters: String
  }

  /// The table, expanded from its compact form at the first use.
  private static let entries: [Entry] = table.split(separator: " ").map { item in
    let separator = item.firstIndex { $0 == ";" || $0 == "," } ?? item.endIndex
    var characters = String.UnicodeScalarView()
    for number in item[separator...].dropFirst().split(separator: "+") {
      characters.append(UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
    }
    return Entry(
      name: Array(item[..<separator].utf8),
      isLegacy: item[separator...].first == ",",
      characters: String(characters)
    )
  }
}
