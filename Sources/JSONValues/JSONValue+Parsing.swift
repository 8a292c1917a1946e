extension JSONValue {
  /// How to read JSON.
  public struct ParsingOptions: Hashable, Sendable {
    /// The greatest depth there is, whatever is asked for: deeper values could exhaust a small
    /// stack when they are compared, copied or released.
    public static let greatestDepth = 256

    /// How many arrays and objects may be inside each other, from 0 to ``greatestDepth``.
    public let maximumDepth: Int

    /// Whether the text may be something else than an array or an object.
    public let allowsFragments: Bool

    /// Whether a name that occurs twice in one object is an error.
    ///
    /// If it is not, the last member of the name counts, as in JavaScript and in Foundation.
    public let refusesDuplicateNames: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - maximumDepth: How many arrays and objects may be inside each other. What is outside of 0
    ///     to ``greatestDepth`` counts as the nearest of these.
    ///   - allowsFragments: Whether the text may be a string, a number, a truth value or `null`.
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

  /// Reads JSON from a text.
  ///
  /// The grammar is that of RFC 8259, without any extension: no comments, no trailing commas, no
  /// leading zeros, no byte order mark. Escapes for halves of surrogate pairs must come in pairs.
  /// Strings and names keep the characters they have. The integer `-0` is read as the number
  /// `-0.0`.
  ///
  /// - Parameters:
  ///   - text: The text, with nothing but white space around the value.
  ///   - options: The limits, and what to do with duplicate names.
  /// - Throws: A ``JSONParseError`` that says where the text is not JSON.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    parsing text: String,
    options: ParsingOptions = ParsingOptions()
  ) throws(JSONParseError) {
    try self.init(parsing: text.utf8, options: options)
  }

  /// Reads JSON from UTF-8 bytes, such as `Data` or `[UInt8]`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, with nothing but white space around the value.
  ///   - options: The limits, and what to do with duplicate names.
  /// - Throws: A ``JSONParseError`` that says where the text is not JSON, also where it is not
  ///   UTF-8.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    parsing bytes: some Sequence<UInt8>,
    options: ParsingOptions = ParsingOptions()
  ) throws(JSONParseError) {
    var parser = JSONParser(Array(bytes), options)
    self = try parser.parseDocument()
  }

  /// Reads the value that begins the bytes, whatever follows it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, from the beginning of the value on.
  ///   - options: The limits, and what to do with duplicate names.
  /// - Returns: The value, and how many bytes it takes, with white space before it.
  /// - Throws: A ``JSONParseError`` if the bytes do not begin with a complete value.
  /// - Complexity: O(*n*) in the number of bytes of the value, after one copy of them all.
  package static func parsePrefix(
    of bytes: [UInt8],
    options: ParsingOptions = ParsingOptions()
  ) throws(JSONParseError) -> (value: JSONValue, length: Int) {
    var parser = JSONParser(bytes, options)
    let value = try parser.parseTopValue()
    return (value, parser.position)
  }
}
