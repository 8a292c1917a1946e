/// A counter of open elements that does not keep their order.
///
/// The counter does not infer end tags that a page may omit, so it can report an element as open
/// that is not. Memory and the time per tag are constant: if there are too many names, the others
/// count as open.
struct OpenNames: Sendable {
  private struct Entry {
    var name = PackedName()
    var count: UInt32 = 0
  }

  private var entries = Array(repeating: Entry(), count: size)

  private static let size = 256
  private static let maximumProbes = 8

  /// Returns whether an element with this name can be open.
  func mayContain(_ name: PackedName) -> Bool {
    guard let slot = slot(of: name) else { return true }
    return entries[slot].count > 0
  }

  /// Counts a tag.
  mutating func note(_ tag: HTMLTag) {
    guard let slot = slot(of: tag.name) else { return }
    if !tag.isEnd {
      entries[slot].name = tag.name
      entries[slot].count &+= 1
    } else if entries[slot].count > 0 {
      entries[slot].count &-= 1
    }
  }

  /// Returns the slot of a name, or a free slot for it, or `nil` if there is none.
  private func slot(of name: PackedName) -> Int? {
    var slot = name.tableHash & (Self.size - 1)
    for _ in 0..<Self.maximumProbes {
      // No tag has the empty name of an unused entry.
      if entries[slot].name == name || entries[slot].name.count == 0 { return slot }
      slot = (slot &+ 1) & (Self.size - 1)
    }
    return nil
  }
}
