/// A parser of one JSON text.
///
/// It keeps incomplete arrays and objects in an array, so that nesting uses no stack of the thread.
struct JSONParser<Output: JSONOutput> {
  /// An incomplete array or object.
  private struct Open {
    /// The index of its first byte.
    let start: Int

    let isObject: Bool
    var elements: [Output] = []
    var members = Output.Members()

    /// The name of the member whose value is next.
    var name = ""

    /// The index of the first byte of the name.
    var nameStart = 0
  }

  let bytes: [UInt8]
  let options: JSONParsingOptions

  /// The index of the next byte.
  var position = 0

  private var open: [Open] = []

  init(_ bytes: [UInt8], _ options: JSONParsingOptions) {
    self.bytes = bytes
    self.options = options
  }

  /// The next byte; `nil` at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Parses a value with only white space around it.
  mutating func parseDocument() throws(JSONParseError) -> Output {
    let value = try parseTopValue()
    skipSpace()
    if position < bytes.count { throw unexpected("the end of the text") }
    return value
  }

  /// Parses the next value, and the white space before it.
  mutating func parseTopValue() throws(JSONParseError) -> Output {
    skipSpace()
    if !options.allowsFragments, let next, next != .openBrace, next != .openBracket {
      throw error(.unexpectedText, at: position, expected: "'{' or '['")
    }
    while true {
      guard var value = try parseScalarOrOpen() else { continue }
      // A complete value may complete its container, and so on outwards.
      while !open.isEmpty, let complete = try add(value) { value = complete }
      if open.isEmpty { return value }
    }
  }

  /// Parses a scalar, an empty container, or the beginning of a container, which returns `nil`.
  private mutating func parseScalarOrOpen() throws(JSONParseError) -> Output? {
    skipSpace()
    let start = position
    switch next {
    case .openBrace?:
      try enter()
      if take(.closeBrace) { return Output(members: Output.Members(), at: start) }
      open.append(Open(start: start, isObject: true))
      try parseName()
      return nil
    case .openBracket?:
      try enter()
      if take(.closeBracket) { return Output(elements: [], at: start) }
      open.append(Open(start: start, isObject: false))
      return nil
    case .quote?: return Output(.string(try parseString()), at: start)
    case UInt8(ascii: "t")?: return Output(try parseWord("true", .bool(true)), at: start)
    case UInt8(ascii: "f")?: return Output(try parseWord("false", .bool(false)), at: start)
    case UInt8(ascii: "n")?: return Output(try parseWord("null", .null), at: start)
    case .minus?, UInt8.digits?: return Output(try parseNumber(), at: start)
    default: throw unexpected("a value")
    }
  }

  /// Adds a value to the innermost container.
  ///
  /// - Returns: The container if it is now complete, in which case it is removed; otherwise `nil`.
  private mutating func add(_ value: Output) throws(JSONParseError) -> Output? {
    let last = open.count - 1
    skipSpace()
    if open[last].isObject {
      // Read before, so that nothing else holds the members while one is added.
      let (name, nameStart) = (open[last].name, open[last].nameStart)
      open[last].members.add(value, named: name, at: nameStart)
      if take(.closeBrace) {
        let complete = open.removeLast()
        return Output(members: complete.members, at: complete.start)
      }
      guard take(.comma) else { throw unexpected("',' or '}'") }
      try parseName()
    } else {
      open[last].elements.append(value)
      if take(.closeBracket) {
        let complete = open.removeLast()
        return Output(elements: complete.elements, at: complete.start)
      }
      guard take(.comma) else { throw unexpected("',' or ']'") }
    }
    return nil
  }

  /// Enters a container, whose first byte is the next one.
  private mutating func enter() throws(JSONParseError) {
    guard open.count < options.maximumDepth else {
      throw error(
        .tooDeep,
        at: position,
        expected: "at most \(options.maximumDepth) arrays and objects inside each other"
      )
    }
    position += 1
    skipSpace()
  }

  /// Parses the name of a member, and the colon.
  private mutating func parseName() throws(JSONParseError) {
    let last = open.count - 1
    skipSpace()
    let start = position
    guard next == .quote else {
      throw unexpected(open[last].members.isEmpty ? "a name in quotes or '}'" : "a name in quotes")
    }
    open[last].name = try parseString()
    open[last].nameStart = start
    if options.refusesDuplicateNames, open[last].members.contains(name: open[last].name) {
      throw error(.duplicateKey, at: start, expected: "a name that the object does not have yet")
    }
    skipSpace()
    guard take(.colon) else { throw unexpected("':'") }
  }

  private mutating func parseWord(
    _ word: StaticString,
    _ value: JSONValue
  ) throws(JSONParseError) -> JSONValue {
    for byte in "\(word)".utf8 {
      guard take(byte) else { throw unexpected("'\(word)'") }
    }
    return value
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || (0x09...0x0A) ~= byte || byte == 0x0D { position += 1 }
  }

  /// Consumes the next byte if it equals a given one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
  static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
