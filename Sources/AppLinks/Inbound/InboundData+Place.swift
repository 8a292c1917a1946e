extension InboundData {
  /// Where the data is in a URL: in a list of query items, or in what looks like one.
  struct Place {
    /// The data with all escapes.
    let value: [UInt8]

    /// What follows the value, from an `&` or `#` on, with all escapes.
    private let rest: [UInt8]

    /// Whether there is data several times.
    let isRepeated: Bool

    /// The value and what follows it.
    var valueAndRest: [UInt8] { value + rest }

    /// Finds the last item with data in a query.
    init?(in items: [URLParts.QueryItem], followedBy fragment: String? = nil) {
      let matches = items.indices.filter { items[$0].name == InboundData.parameter }
      guard let last = matches.last else { return nil }
      value = Array((items[last].rawValue ?? "").utf8)
      let tail = items[(last + 1)...].map { "&" + $0.rawText } + (fragment.map { ["#" + $0] } ?? [])
      rest = tail.flatMap(\.utf8)
      isRepeated = matches.count > 1
    }

    /// Finds the data in a fragment: behind a `?` in it, or in the fragment as if it were a query.
    init?(inFragment fragment: String?) {
      guard let fragment else { return nil }
      let inner = URLParts("?" + fragment).queryItems
      let outer = URLParts(fragment).queryItems
      guard let place = Place(in: outer) ?? Place(in: inner) else { return nil }
      self = place
    }
  }
}
