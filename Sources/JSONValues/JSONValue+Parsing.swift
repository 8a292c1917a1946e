extension JSONValue {
  /// The options for parsing JSON.
  public struct ParsingOptions: Hashable, Sendable {
    /// The greatest depth that the options allow.
    ///
    /// Comparing, copying or releasing a deeper value could exhaust a small stack.
    public static let greatestDepth = 256

    /// The maximum depth of nested arrays and objects, from 0 to ``greatestDepth``.
    public let maximumDepth: Int

    /// Whether the top value may be other than an array or an object.
    public let allowsFragments: Bool

    /// Whether a name that occurs twice in one object is an error.
    ///
    /// If not, the last member with the name is used, as in JavaScript and in Foundation.
    public let refusesDuplicateNames: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - maximumDepth: The maximum depth of nested arrays and objects, clamped to the range from
    ///     0 to ``greatestDepth``.
    ///   - allowsFragments: Whether the top value may be a string, a number, a Boolean value or
    ///     `null`.
    ///   - refusesDuplicateNames: Whether a name that occurs twice in one object is an error.
    public init(
      maximumDepth: Int = 64,
      allowsFragments: Bool = true,
      refusesDuplicateNames: Bool = false
    ) {
      self.maximumDepth = min(max(0, maximumDepth), ParsingOptions.greatestDepth)
      self.allowsFragments = allowsFragments
      self.refusesDuplicateNames = refusesDuplicateNames
    }
  }

  /// Creates a value by parsing a text.
  ///
  /// The parser accepts the grammar of RFC 8259 without extensions: no comments, no trailing
  /// commas, no leading zeros, no byte order mark. Escapes of surrogates must occur in pairs.
  /// Strings and names are not normalized. The integer `-0` becomes the number `-0.0`.
  ///
  /// - Parameters:
  ///   - text: The text, with only white space around the value.
  ///   - options: The options.
  /// - Throws: A ``JSONParseError`` with the place where the text is not JSON.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    parsing text: String,
    options: ParsingOptions = ParsingOptions()
  ) throws(JSONParseError) {
    try self.init(parsing: text.utf8, options: options)
  }

  /// Creates a value by parsing UTF-8 bytes, such as `Data` or `[UInt8]`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, with only white space around the value.
  ///   - options: The options.
  /// - Throws: A ``JSONParseError`` with the place where the bytes are not JSON or not UTF-8.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    parsing bytes: some Sequence<UInt8>,
    options: ParsingOptions = ParsingOptions()
  ) throws(JSONParseError) {
    var parser = JSONParser(Array(bytes), options)
    self = try parser.parseDocument()
  }

  /// Parses the value at the beginning of the bytes, and ignores the bytes after it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which begin with the value.
  ///   - options: The options.
  /// - Returns: The value, and the number of its bytes, including the white space before it.
  /// - Throws: A ``JSONParseError`` if the bytes do not begin with a complete value.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func parsePrefix(
    of bytes: [UInt8],
    options: ParsingOptions = ParsingOptions()
  ) throws(JSONParseError) -> (value: JSONValue, length: Int) {
    var parser = JSONParser(bytes, options)
    let value = try parser.parseTopValue()
    return (value, parser.position)
  }
}
