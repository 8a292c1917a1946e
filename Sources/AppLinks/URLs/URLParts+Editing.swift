extension URLParts {
  /// The URL with one parameter, and no other of its name, at the end of the query.
  ///
  /// ```swift
  /// URLParts("shop://item?id=7#top").setting("from", to: "a&b")
  /// // shop://item?id=7&from=a%26b#top
  /// ```
  ///
  /// All other bytes stay as they are. A name counts as the same if it is so with escapes replaced.
  ///
  /// - Parameters:
  ///   - name: The name, not escaped.
  ///   - value: The value, not escaped. Everything but letters, digits and `-._~` gets escaped.
  /// - Returns: The new URL.
  /// - Complexity: O(*n*) in the length of the URL.
  package func setting(_ name: String, to value: String) -> URLParts {
    let items = queryItems
    let others = items.filter { $0.name != name }
    var query = others.map(\.rawText).joined(separator: "&")
    // A parameter at the end is replaced where it is; else an `&` at the end is not doubled.
    let isReplacing = items.last?.name == name
    let isOpen = query.isEmpty || query.utf8.last == UInt8(ascii: "&")
    if !others.isEmpty, isReplacing || !isOpen { query += "&" }
    query += PercentCoding.encode(name.utf8) + "=" + PercentCoding.encode(value.utf8)
    return replacingQuery(with: query)
  }

  /// The URL without the parameters of a name.
  ///
  /// All other bytes stay as they are. If nothing is left of the query, its `?` goes too.
  ///
  /// - Parameter name: The name, not escaped.
  /// - Returns: The new URL; the same if there is no such parameter.
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
