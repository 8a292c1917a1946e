extension JSONValue {
  /// Returns the value as JSON, on one line and without spaces.
  ///
  /// The same value always gives the same text: members are sorted by the bytes of their names.
  /// Only what has to be is escaped, so slashes and letters of any script stay as they are.
  ///
  /// ```swift
  /// let value: JSONValue = ["url": "https://example.com/", "n": [1, 2.5]]
  /// try value.encoded()  // {"n":[1,2.5],"url":"https://example.com/"}
  /// ```
  ///
  /// - Parameter maximumDepth: How many arrays and objects may be inside each other, at most
  ///   ``ParsingOptions/greatestDepth``.
  /// - Returns: The text.
  /// - Throws: A ``JSONEncodingError`` for a number that is not finite, or a value nested too
  ///   deeply.
  /// - Complexity: O(*n*) in the length of the text, and O(*m* log *m*) in the number of members of
  ///   each object.
  public func encoded(
    maximumDepth: Int = 64
  ) throws(JSONEncodingError) -> String {
    String(decoding: try encodedBytes(maximumDepth: maximumDepth), as: UTF8.self)
  }

  /// Returns the value as JSON, in UTF-8.
  ///
  /// - Parameter maximumDepth: How many arrays and objects may be inside each other, at most
  ///   ``ParsingOptions/greatestDepth``.
  /// - Returns: The bytes of what ``encoded(maximumDepth:)`` returns.
  /// - Throws: A ``JSONEncodingError`` for a number that is not finite, or a value nested too
  ///   deeply.
  package func encodedBytes(
    maximumDepth: Int = 64
  ) throws(JSONEncodingError) -> [UInt8] {
    var writer = JSONWriter(depth: min(maximumDepth, ParsingOptions.greatestDepth))
    try writer.write(self)
    return writer.bytes
  }
}

extension JSONValue: CustomStringConvertible {
  /// JSON on one line; for values that cannot be written, a note that says why.
  public var description: String {
    do {
      return try encoded(maximumDepth: ParsingOptions.greatestDepth)
    } catch {
      return "(not JSON: \(error))"
    }
  }
}
