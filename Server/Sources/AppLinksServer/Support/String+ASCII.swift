import Foundation

extension String {
  /// Whether equal strings have equal bytes, as those of URLs must.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// The text without white space around it.
  var trimmed: String {
    // Foundation copies even a text that has none.
    let ends: [UInt8?] = [utf8.first, utf8.last]
    let isTrimmed = ends.allSatisfy { (0x21..<0x7F).contains($0 ?? 0) }
    return isTrimmed ? self : trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
