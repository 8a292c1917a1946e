extension JSONValue {
  /// Returns the value as JSON, on one line and without spaces.
  ///
  /// The same value always results in the same text: members are sorted by the bytes of their
  /// names. Only characters that require an escape are escaped; slashes and letters of any script
  /// are not.
  ///
  /// ```swift
  /// let value: JSONValue = ["url": "https://example.com/", "n": [1, 2.5]]
  /// try value.encoded()  // {"n":[1,2.5],"url":"https://example.com/"}
  /// ```
  ///
  /// - Parameter maximumDepth: The maximum depth of nested arrays and objects, at most 256.
  /// - Returns: The text.
  /// - Throws: A ``JSONEncodingError`` for a number that is not finite, or for a value that is
  ///   nested too deeply.
  /// - Complexity: O(*n*) in the length of the text, and O(*m* log *m*) in the number of members of
  ///   each object.
  public func encoded(
    maximumDepth: Int = 64
  ) throws(JSONEncodingError) -> String {
    String(decoding: try encodedBytes(maximumDepth: maximumDepth), as: UTF8.self)
  }

  /// Returns the value as JSON, in UTF-8.
  ///
  /// - Parameter maximumDepth: The maximum depth of nested arrays and objects, at most 256.
  /// - Returns: The bytes of the text that ``encoded(maximumDepth:)`` returns.
  /// - Throws: A ``JSONEncodingError`` for a number that is not finite, or for a value that is
  ///   nested too deeply.
  package func encodedBytes(
    maximumDepth: Int = 64
  ) throws(JSONEncodingError) -> [UInt8] {
    var writer = JSONWriter(depth: min(maximumDepth, JSONValue.greatestDepth))
    try writer.write(self)
    return writer.bytes
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line; for a value that cannot be encoded, the reason.
  public var description: String {
    do {
      return try encoded(maximumDepth: JSONValue.greatestDepth)
    } catch {
      return "(not JSON: \(error))"
    }
  }
}
