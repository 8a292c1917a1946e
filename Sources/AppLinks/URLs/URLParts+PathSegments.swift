extension URLParts {
  /// The parts between the slashes, with escapes replaced, and with the host of an app's URL.
  ///
  /// ```swift
  /// URLParts("https://shop.example/p/red%20socks").pathSegments
  /// // ["p", "red socks"]
  /// URLParts("shop://p/red%20socks").pathSegments  // ["p", "red socks"]
  /// ```
  ///
  /// The host of an `http` or `https` URL names a server and is not a segment. In other URLs, the
  /// text after `//` is a part of the place like any other, so that `shop://p/7`, `shop:///p/7` and
  /// `shop:/p/7` have the same segments. It excludes a user and a port.
  ///
  /// Empty segments are omitted. A segment can be `..`, or contain a slash if the sender escaped
  /// it: compare segments, and do not join them to a path of a file. Bytes that are not UTF-8
  /// become U+FFFD.
  ///
  /// - Complexity: O(*n*) in the length of the URL, at each access.
  public var pathSegments: [String] {
    let first = isWeb ? nil : host
    let segments = path.utf8.split(separator: UInt8(ascii: "/"))
    return ([first?.utf8[...]].compactMap(\.self) + segments).filter { !$0.isEmpty }
      .map { PercentCoding.decodeText($0).text }
  }
}
