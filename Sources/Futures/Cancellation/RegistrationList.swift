/// Registrations in order of registration, with removal in O(log n).
///
/// Identifiers only grow, so the entries are sorted. Removed entries leave a gap; gaps are closed
/// when they make up more than half of the list.
struct RegistrationList {
  private var entries: [(id: UInt64, registration: CancellationRegistration?)] = []
  private var gaps = 0

  /// Whether there is neither an entry nor a gap.
  var isEmpty: Bool { entries.isEmpty }

  var inOrder: some Sequence<CancellationRegistration> { entries.lazy.compactMap(\.registration) }

  mutating func append(_ registration: CancellationRegistration) {
    entries.append((registration.id, registration))
  }

  mutating func remove(_ id: UInt64) -> CancellationRegistration? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].id == id else { return nil }
    defer { closeGaps() }
    guard let removed = entries[low].registration else { return nil }
    entries[low].registration = nil
    gaps += 1
    return removed
  }

  private mutating func closeGaps() {
    guard gaps > 8, gaps * 2 > entries.count else { return }
    entries.removeAll { $0.registration == nil }
    gaps = 0
  }
}
