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
    init?(in query: String?, followedBy fragment: String? = nil) {
      guard let query else { return nil }
      var first: Substring.UTF8View?
      var last: Substring.UTF8View?
      for piece in QueryPieces(query) where QueryPieces.isNamed(AppLink.dataParameter, piece) {
        if first == nil { first = piece }
        last = piece
      }
      guard let first, let last else { return nil }
      let isOnly = first.startIndex == last.startIndex
      let outer = isOnly ? [] : [Place(query, first, followedBy: fragment)]
      self.init(query, last, followedBy: fragment, outer: outer)
    }

    private init(
      _ query: String,
      _ piece: Substring.UTF8View,
      followedBy fragment: String?,
      outer: [Place] = []
    ) {
      value = QueryPieces.rawValue(piece).map { Array($0) } ?? []
      rest = Array(query.utf8[piece.endIndex...]) + (fragment.map { Array("#\($0)".utf8) } ?? [])
      self.outer = outer
    }

    /// Finds the data in a fragment, either after a `?` or with the fragment as a query.
    init?(inFragment fragment: String?) {
      guard let fragment else { return nil }
      let inner = URLParts("?" + fragment).query
      let outer = URLParts(fragment).query
      guard let place = Place(in: outer) ?? Place(in: inner) else { return nil }
      self = place
    }
  }
}
