/// A converter from ISO-2022-JP in chunks to EUC-JP.
///
/// In ISO-2022-JP, bytes such as `<` and `"` can be halves of characters, and an escape sequence
/// decides what they are. EUC-JP has the same characters, and is ASCII where markup is. The states
/// are those of the decoder in the Encoding Standard, which browsers implement.
struct ISO2022JapaneseRewriter: Sendable {
  /// The byte before a character that is not in the table of two bytes.
  static let shift: UInt8 = 0x8E

  /// The characters that the Roman state has instead of `\` and `~`.
  ///
  /// EUC-JP lacks them. Their second bytes occur in no other character.
  static let roman: [UInt8: Character] = [yen: "\u{A5}", overline: "\u{203E}"]

  private static let yen: UInt8 = 0xFE
  private static let overline: UInt8 = 0xFF

  /// A byte that begins no character.
  private static let error: UInt8 = 0xFF

  private enum State {
    case ascii, roman, katakana, lead
    case trail(UInt8)
    case escapeStart
    case escape(UInt8)
  }

  private var state = State.ascii

  /// The state after an escape sequence, and after an incomplete one.
  private var outputState = State.ascii

  /// Whether the last input was an escape sequence.
  ///
  /// A second one right after it is an error, because such sequences can hide text from filters.
  private var isAfterEscape = false

  /// Converts a chunk, except for an incomplete character or escape sequence at its end.
  mutating func rewrite(_ bytes: Span<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for index in bytes.indices { read(bytes[index], &output) }
    return output
  }

  private mutating func read(_ byte: UInt8, _ output: inout [UInt8]) {
    switch state {
    case .escapeStart:
      if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "(") {
        state = .escape(byte)
      } else {
        failEscape([byte], &output)
      }
    case .escape(let first):
      guard let next = Self.state(first, byte) else { return failEscape([first, byte], &output) }
      (state, outputState) = (next, next)
      if isAfterEscape { output.append(Self.error) }
      isAfterEscape = true
    case .trail(let first):
      state = .lead
      if (0x21...0x7E).contains(byte) {
        output.append(first | 0x80)
        output.append(byte | 0x80)
      } else {
        output.append(Self.error)
        if byte == 0x1B { state = .escapeStart }
      }
    case .ascii, .roman, .katakana, .lead:
      if byte == 0x1B {
        state = .escapeStart
      } else {
        isAfterEscape = false
        readCharacter(byte, &output)
      }
    }
  }

  /// Reads a byte that is not part of an escape sequence.
  private mutating func readCharacter(_ byte: UInt8, _ output: inout [UInt8]) {
    switch state {
    case .roman where byte == UInt8(ascii: "\\"): output += [Self.shift, Self.yen]
    case .roman where byte == UInt8(ascii: "~"): output += [Self.shift, Self.overline]
    case .ascii, .roman:
      let isText = byte < 0x80 && byte != 0x0E && byte != 0x0F
      output.append(isText ? byte : Self.error)
    case .katakana where (0x21...0x5F).contains(byte): output += [Self.shift, byte | 0x80]
    case .lead where (0x21...0x7E).contains(byte): state = .trail(byte)
    default: output.append(Self.error)
    }
  }

  /// Reads the bytes of an incomplete escape sequence again, as text.
  private mutating func failEscape(_ bytes: [UInt8], _ output: inout [UInt8]) {
    state = outputState
    isAfterEscape = false
    output.append(Self.error)
    for byte in bytes { read(byte, &output) }
  }

  /// Returns the state that an escape sequence begins, or `nil` if it is not one.
  private static func state(_ first: UInt8, _ second: UInt8) -> State? {
    switch (first, second) {
    case (UInt8(ascii: "("), UInt8(ascii: "B")): .ascii
    case (UInt8(ascii: "("), UInt8(ascii: "J")): .roman
    case (UInt8(ascii: "("), UInt8(ascii: "I")): .katakana
    case (UInt8(ascii: "$"), UInt8(ascii: "@")), (UInt8(ascii: "$"), UInt8(ascii: "B")): .lead
    default: nil
    }
  }
}
