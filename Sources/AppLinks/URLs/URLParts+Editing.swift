extension URLParts {
  /// Returns the URL with a parameter at the end of the query, replacing all others with its name.
  ///
  /// ```swift
  /// URLParts("shop://item?id=7#top").setting("from", to: "a&b")
  /// // shop://item?id=7&from=a%26b#top
  /// ```
  ///
  /// All other bytes remain unchanged. Names are compared after escapes are replaced.
  ///
  /// - Parameters:
  ///   - name: The unescaped name.
  ///   - value: The unescaped value. All bytes except letters, digits and `-._~` are escaped.
  /// - Returns: The new URL.
  /// - Complexity: O(*n*) in the length of the URL.
  package func setting(_ name: String, to value: String) -> URLParts {
    let others = others(than: name)
    var query = others.query ?? ""
    // A parameter at the end is replaced in place. Otherwise an `&` at the end is not doubled.
    let isOpen = query.isEmpty || query.utf8.last == UInt8(ascii: "&")
    if others.query != nil, others.isLast || !isOpen { query += "&" }
    query += PercentCoding.encode(name.utf8) + "=" + PercentCoding.encode(value.utf8)
    return replacingQuery(with: query)
  }

  /// Returns the URL without the parameters of a name.
  ///
  /// All other bytes remain unchanged. If the query becomes empty, its `?` is removed too.
  ///
  /// - Parameter name: The unescaped name.
  /// - Returns: The new URL, or the same URL if it has no such parameter.
  /// - Complexity: O(*n*) in the length of the URL.
  public func removing(_ name: String) -> URLParts {
    let others = others(than: name)
    return others.isFound ? replacingQuery(with: others.query) : self
  }

  /// Returns the query without the parameters of a name, or `nil` if it has no others, whether it
  /// has such a parameter, and whether that parameter is the last one.
  private func others(than name: String) -> (query: String?, isFound: Bool, isLast: Bool) {
    var others: [UInt8]?
    var isFound = false
    var isLast = false
    for piece in QueryPieces(query) {
      isLast = QueryPieces.isNamed(name, piece)
      if isLast {
        isFound = true
      } else {
        if others != nil { others?.append(UInt8(ascii: "&")) }
        others = others ?? []
        others?.append(contentsOf: piece)
      }
    }
    return (others.map { String(decoding: $0, as: UTF8.self) }, isFound, isLast)
  }

  private func replacingQuery(with query: String?) -> URLParts {
    var text = scheme.map { $0 + ":" } ?? ""
    text += authority.map { "//" + $0 } ?? ""
    text += path
    text += query.map { "?" + $0 } ?? ""
    text += fragment.map { "#" + $0 } ?? ""
    return URLParts(text)
  }
}
