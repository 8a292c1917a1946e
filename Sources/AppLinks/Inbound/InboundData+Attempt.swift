import JSONValues

extension InboundData {
  /// A way to read the data.
  struct Reading {
    /// The number of times the data was escaped.
    var escapes = 1

    /// Whether `+` represents a space.
    var plusIsSpace = false

    /// Whether the data ends before the text does.
    var isCut = false
  }

  /// The result of reading the data in one way.
  struct Attempt {
    let reading: Reading
    private(set) var value: JSONValue?
    private(set) var error: JSONParseError?
    private(set) var isLossy = false

    /// The number of escaped bytes that the data takes.
    private(set) var length: Int

    /// Whether the data is followed by text that is not another part of a URL.
    private(set) var hasTrailingText = false

    /// Reads the data.
    ///
    /// - Parameters:
    ///   - bytes: The escaped data.
    ///   - reading: The way to read it.
    init(_ bytes: [UInt8], _ reading: Reading = Reading()) {
      self.reading = reading
      length = bytes.count
      var decoded = PercentCoding.decode(bytes, plusIsSpace: reading.plusIsSpace)
      if reading.escapes == 2 { decoded = PercentCoding.decode(decoded) }
      do throws(JSONParseError) {
        try read(decoded, bytes)
      } catch {
        if String(validating: decoded, as: UTF8.self) == nil {
          isLossy = true
          try? read(Array(String(decoding: decoded, as: UTF8.self).utf8), bytes, of: decoded)
        }
        self.error = error
      }
    }

    /// Reads the data.
    ///
    /// - Parameters:
    ///   - text: The unescaped data, as UTF-8.
    ///   - bytes: The escaped data.
    ///   - malformed: The unescaped data, if it is not UTF-8 and `text` was derived from it.
    /// - Throws: The error of the parser if the data is not JSON.
    private mutating func read(
      _ text: [UInt8],
      _ bytes: [UInt8],
      of malformed: [UInt8]? = nil
    ) throws(JSONParseError) {
      if !reading.isCut {
        value = try JSONValue(parsing: text)
        return
      }
      let (prefix, textLength) = try JSONValue.parsePrefix(of: text)
      value = prefix
      let decodedLength = malformed.map { Attempt.length(of: textLength, in: $0) } ?? textLength
      length = PercentCoding.encodedLength(of: decodedLength, in: bytes)
      hasTrailingText =
        length < bytes.count
        && bytes[length] != UInt8(ascii: "&") && bytes[length] != UInt8(ascii: "#")
    }

    /// Returns how many malformed bytes correspond to the first bytes of the UTF-8 derived from
    /// them.
    private static func length(of textLength: Int, in malformed: [UInt8]) -> Int {
      var rest = textLength
      var length = 0
      var parser = Unicode.UTF8.ForwardParser()
      var iterator = malformed.makeIterator()
      while rest > 0 {
        switch parser.parseScalar(from: &iterator) {
        case .valid(let scalar):
          rest -= scalar.count
          length += scalar.count
        case .error(let count):
          rest -= UTF8.encodedReplacementCharacter.count
          length += count
        case .emptyInput: return length
        }
      }
      return length
    }
  }
}
