extension InboundData {
  /// The place of the data in a URL: a list of query items, or text that looks like one.
  struct Place {
    /// The escaped data.
    let value: [UInt8]

    /// The escaped text after the value, beginning with an `&` or `#`.
    private let rest: [UInt8]

    /// The first of several places, if this is the last one.
    var first: Place? { outer.first }

    private let outer: [Place]

    /// Whether the URL contains data several times.
    var isRepeated: Bool { !outer.isEmpty }

    /// The value and the text after it.
    var valueAndRest: [UInt8] { value + rest }

    /// Finds the last item with data in a query.
    init?(in items: [URLParts.QueryItem], followedBy fragment: String? = nil) {
      let matches = items.indices.filter { items[$0].name == AppLink.dataParameter }
      guard let first = matches.first, let last = matches.last else { return nil }
      let outer = first == last ? [] : [Place(items, first, followedBy: fragment)]
      self.init(items, last, followedBy: fragment, outer: outer)
    }

    private init(
      _ items: [URLParts.QueryItem],
      _ index: Int,
      followedBy fragment: String?,
      outer: [Place] = []
    ) {
      value = Array((items[index].rawValue ?? "").utf8)
      let tail =
        items[(index + 1)...].map { "&" + $0.rawText } + (fragment.map { ["#" + $0] } ?? [])
      rest = tail.flatMap(\.utf8)
      self.outer = outer
    }

    /// Finds the data in a fragment, either after a `?` or with the fragment as a query.
    init?(inFragment fragment: String?) {
      guard let fragment else { return nil }
      let inner = URLParts("?" + fragment).queryItems
      let outer = URLParts(fragment).queryItems
      guard let place = Place(in: outer) ?? Place(in: inner) else { return nil }
      self = place
    }
  }
}
