extension JSONValue {
  /// How JSON is laid out.
  public enum Format: Hashable, Sendable {
    /// On one line, without spaces.
    case compact

    /// For people: one line for each value, indented by two spaces.
    case pretty
  }

  /// Writes the value as JSON.
  ///
  /// The same value always gives the same text: members are sorted by the bytes of their names. Only what
  /// has to be is escaped, so slashes and letters of any script stay as they are.
  ///
  /// ```swift
  /// let value: JSONValue = ["url": "https://example.com/", "n": [1, 2.5]]
  /// try value.encoded()  // {"n":[1,2.5],"url":"https://example.com/"}
  /// ```
  ///
  /// - Parameters:
  ///   - format: On one line, or for people.
  ///   - maximumDepth: How many arrays and objects may be inside each other, at most
  ///     ``ParsingOptions/greatestDepth``.
  /// - Returns: The text.
  /// - Throws: A ``JSONEncodingError`` for a number that is not finite, or a value nested too deeply.
  /// - Complexity: O(*n*) in the length of the text, and O(*m* log *m*) in the number of members of each
  ///   object.
  public func encoded(
    _ format: Format = .compact,
    maximumDepth: Int = 64
  ) throws(JSONEncodingError) -> String {
    String(decoding: try encodedBytes(format, maximumDepth: maximumDepth), as: UTF8.self)
  }

  /// Writes the value as JSON, in UTF-8.
  ///
  /// - Parameters:
  ///   - format: On one line, or for people.
  ///   - maximumDepth: How many arrays and objects may be inside each other, at most
  ///     ``ParsingOptions/greatestDepth``.
  /// - Returns: The bytes of what ``encoded(_:maximumDepth:)`` returns.
  /// - Throws: A ``JSONEncodingError`` for a number that is not finite, or a value nested too deeply.
  public func encodedBytes(
    _ format: Format = .compact,
    maximumDepth: Int = 64
  ) throws(JSONEncodingError) -> [UInt8] {
    var writer = JSONWriter(format, depth: min(maximumDepth, ParsingOptions.greatestDepth))
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
