/// The items of a query as text, found one at a time.
///
/// Unlike an array of items, the sequence takes no memory, however many there are.
struct QueryPieces: Sequence, IteratorProtocol {
  private var rest: Substring.UTF8View?

  init(_ query: String?) {
    rest = query.flatMap { $0.isEmpty ? nil : $0.utf8[...] }
  }

  mutating func next() -> Substring.UTF8View? {
    guard let current = rest else { return nil }
    guard let end = current.firstIndex(of: UInt8(ascii: "&")) else {
      rest = nil
      return current
    }
    rest = current[current.index(after: end)...]
    return current[..<end]
  }

  /// Returns whether an item has a name, after escapes are replaced.
  static func isNamed(_ name: String, _ piece: Substring.UTF8View) -> Bool {
    let end = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
    return PercentCoding.decodeText(piece[..<end], plusIsSpace: true).text == name
  }

  /// Returns the text after the first `=` with all escapes, or `nil` without `=`.
  static func rawValue(_ piece: Substring.UTF8View) -> Substring.UTF8View? {
    piece.firstIndex(of: UInt8(ascii: "=")).map { piece[piece.index(after: $0)...] }
  }
}
