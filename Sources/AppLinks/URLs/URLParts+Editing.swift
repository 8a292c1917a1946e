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
    let items = queryItems
    let others = items.filter { $0.name != name }
    var query = others.map(\.rawText).joined(separator: "&")
    // A parameter at the end is replaced in place. Otherwise an `&` at the end is not doubled.
    let isReplacing = items.last?.name == name
    let isOpen = query.isEmpty || query.utf8.last == UInt8(ascii: "&")
    if !others.isEmpty, isReplacing || !isOpen { query += "&" }
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
    let items = queryItems
    let others = items.filter { $0.name != name }
    if others.count == items.count { return self }
    return replacingQuery(
      with: others.isEmpty ? nil : others.map(\.rawText).joined(separator: "&")
    )
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
