extension Sequence {
  /// Returns the elements that share the value of `key` with another element, in their order.
  func sharing<Key: Hashable>(_ key: (Element) -> Key) -> [Element] {
    let counts = reduce(into: [Key: Int]()) { $0[key($1), default: 0] += 1 }
    return filter { counts[key($0), default: 0] > 1 }
  }
}
