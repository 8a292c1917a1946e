extension JSONValue {
  /// The greatest depth of nested arrays and objects that this module parses and encodes.
  ///
  /// Comparing, copying or releasing a deeper value could exhaust a small stack.
  package static let greatestDepth = 256

  /// Creates a value by parsing a text.
  ///
  /// The parser accepts the grammar of RFC 8259 without extensions: no comments, no trailing
  /// commas, no leading zeros, no byte order mark. Escapes of surrogates must occur in pairs.
  /// Strings and names are not normalized. If a name occurs twice in an object, the last member is
  /// used. The integer `-0` becomes the number `-0.0`.
  ///
  /// - Parameters:
  ///   - text: The text, with only white space around the value.
  ///   - maximumDepth: The maximum depth of nested arrays and objects, from 0 to 256. Other depths
  ///     are clamped to that range.
  /// - Throws: A ``JSONParseError`` with the place where the text is not JSON.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    parsing text: String,
    maximumDepth: Int = 64
  ) throws(JSONParseError) {
    try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
  }

  /// Creates a value by parsing UTF-8 bytes, such as `Data` or `[UInt8]`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, with only white space around the value.
  ///   - maximumDepth: The maximum depth of nested arrays and objects, from 0 to 256. Other depths
  ///     are clamped to that range.
  /// - Throws: A ``JSONParseError`` with the place where the bytes are not JSON or not UTF-8.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    parsing bytes: some Sequence<UInt8>,
    maximumDepth: Int = 64
  ) throws(JSONParseError) {
    try self.init(parsing: bytes, options: JSONParsingOptions(maximumDepth: maximumDepth))
  }

  /// Creates a value by parsing UTF-8 bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, with only white space around the value.
  ///   - options: The options.
  /// - Throws: A ``JSONParseError`` with the place of the error.
  package init(
    parsing bytes: some Sequence<UInt8>,
    options: JSONParsingOptions
  ) throws(JSONParseError) {
    self = try parsing(bytes) { bytes in
      var parser = JSONParser<JSONValue>(bytes, options)
      return Result { () throws(JSONParseError) in try parser.parseDocument() }
    }
  }

  /// Parses the value at the beginning of the bytes, and ignores the bytes after it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which begin with the value.
  ///   - maximumDepth: The maximum depth of nested arrays and objects.
  /// - Returns: The value, and the number of its bytes, including the white space before it.
  /// - Throws: A ``JSONParseError`` if the bytes do not begin with a complete value.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func parsePrefix(
    of bytes: [UInt8],
    maximumDepth: Int = 64
  ) throws(JSONParseError) -> (value: JSONValue, length: Int) {
    try parsing(bytes) { bytes in
      var parser = JSONParser<JSONValue>(bytes, JSONParsingOptions(maximumDepth: maximumDepth))
      return Result { () throws(JSONParseError) in (try parser.parseTopValue(), parser.position) }
    }
  }
}

/// Calls a closure with bytes, which are copied only if they are not contiguous.
///
/// - Throws: The error in the result of the closure.
func parsing<Output>(
  _ bytes: some Sequence<UInt8>,
  _ parse: (UnsafeBufferPointer<UInt8>) -> Result<Output, JSONParseError>
) throws(JSONParseError) -> Output {
  let result =
    bytes.withContiguousStorageIfAvailable(parse)
    ?? Array(bytes).withUnsafeBufferPointer(parse)
  return try result.get()
}
