/// A parser of one JSON text.
///
/// It keeps incomplete arrays and objects in arrays, so that nesting does not use the thread's
/// stack. Elements and members wait in shared arrays until their container is complete, which then
/// allocates only the memory that it needs. The parts of a long container move to it in batches
/// before it is complete.
struct JSONParser<Output: JSONOutput> {
  /// An incomplete array or object.
  private struct Open {
    /// The index of its first byte.
    let start: Int

    let isObject: Bool

    /// The index of its first value in ``values``.
    let firstValue: Int

    /// The index of its first name in ``names``.
    let firstName: Int

    /// The elements that were moved here.
    var elements: [Output] = []
    var members = Output.Members()

    /// The names so far, if duplicate names are not allowed.
    var seen: Set<String> = []
  }

  /// The number of values of one container that may wait before they are moved.
  private static var longest: Int { 1024 }

  /// The bytes, which outlive the parser.
  let bytes: UnsafeBufferPointer<UInt8>
  let options: JSONParsingOptions

  /// The index of the next byte.
  var position = 0

  private var open: [Open] = []

  /// The values of incomplete containers; those of the innermost container come last.
  private var values: [Output] = []

  /// The names of the members of incomplete objects, and the indices of their first bytes.
  private var names: [(text: String, start: Int)] = []

  /// Long names that occurred before.
  var knownNames = JSONNames()

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONParsingOptions) {
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
      // A complete value may complete its container, and so on outward.
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
      try checkDepth()
      if take(.closeBrace) { return Output(members: Output.Members(), at: start) }
      enter(start, isObject: true)
      try parseName()
      return nil
    case .openBracket?:
      try checkDepth()
      if take(.closeBracket) { return Output(elements: [], at: start) }
      enter(start, isObject: false)
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
    values.append(value)
    skipSpace()
    if open[last].isObject {
      if take(.closeBrace) {
        moveMembers(roomFor: values.count - open[last].firstValue)
        let complete = open.removeLast()
        return Output(members: complete.members, at: complete.start)
      }
      guard take(.comma) else { throw unexpected("',' or '}'") }
      if values.count - open[last].firstValue == Self.longest {
        moveMembers(roomFor: expectedCount())
      }
      try parseName()
    } else {
      if take(.closeBracket) {
        moveElements(roomFor: values.count - open[last].firstValue)
        let complete = open.removeLast()
        return Output(elements: complete.elements, at: complete.start)
      }
      guard take(.comma) else { throw unexpected("',' or ']'") }
      if values.count - open[last].firstValue == Self.longest {
        moveElements(roomFor: expectedCount())
      }
    }
    return nil
  }

  /// Checks that one more container may be open, whose first byte is the next one.
  private mutating func checkDepth() throws(JSONParseError) {
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

  private mutating func enter(_ start: Int, isObject: Bool) {
    open.append(
      Open(
        start: start,
        isObject: isObject,
        firstValue: values.count,
        firstName: names.count
      )
    )
  }

  /// Parses the name of a member, and the colon.
  private mutating func parseName() throws(JSONParseError) {
    let last = open.count - 1
    skipSpace()
    let start = position
    guard next == .quote else {
      let isFirst = names.count == open[last].firstName && open[last].members.isEmpty
      throw unexpected(isFirst ? "a name in quotes or '}'" : "a name in quotes")
    }
    let name = try parseString(isName: true)
    if options.refusesDuplicateNames, !open[last].seen.insert(name).inserted {
      throw error(.duplicateKey, at: start, expected: "a name that the object does not have yet")
    }
    names.append((name, start))
    skipSpace()
    guard take(.colon) else { throw unexpected("':'") }
  }

  // MARK: Containers

  /// Moves the waiting elements of the innermost array to it.
  private mutating func moveElements(roomFor count: Int) {
    let last = open.count - 1
    let first = open[last].firstValue
    if open[last].elements.capacity - open[last].elements.count < values.count - first {
      open[last].elements.reserveCapacity(open[last].elements.count + count)
    }
    reverseValues(from: first)
    while values.count > first { open[last].elements.append(values.removeLast()) }
  }

  /// Moves the waiting members of the innermost object to it.
  private mutating func moveMembers(roomFor count: Int) {
    let last = open.count - 1
    let (firstValue, firstName) = (open[last].firstValue, open[last].firstName)
    var members = open[last].members
    open[last].members = Output.Members()
    members.makeRoom(for: count)
    reverseValues(from: firstValue)
    for index in firstName..<names.count {
      members.add(values.removeLast(), named: names[index].text, at: names[index].start)
    }
    names.removeLast(names.count - firstName)
    open[last].members = members
  }

  /// Reverses the waiting values, so that the first can be moved first.
  private mutating func reverseValues(from first: Int) {
    var (low, high) = (first, values.count - 1)
    while low < high {
      values.swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  /// Returns the number of values to reserve capacity for in the innermost container when some are
  /// moved.
  ///
  /// This is the number that the rest of the text contains if its values are as long as the
  /// previous ones. Unused capacity takes address space, not memory, whereas an array that grows in
  /// steps is copied and holds the old and the new elements at the same time. After few values,
  /// which may not be typical, the result is bounded by a small multiple of their number.
  private func expectedCount() -> Int {
    let last = open.count - 1
    let count = open[last].elements.count + open[last].members.count + Self.longest
    let length = position - open[last].start
    let rest = bytes.count - position
    let expected = Int(Double(count) * Double(rest) / Double(length) * 1.25)
    return Self.longest + max(count / 2, count < 50_000 ? min(expected, count * 3) : expected)
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

  /// Consumes the next byte if it equals the given one.
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
