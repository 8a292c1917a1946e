internal import AppLinks

/// Scripts, in which `<!--` and a nested `<script>` hide the end tag.
extension HTMLTokenizer {
  /// Reads a byte of a script, or several bytes that cannot change the state.
  mutating func readScript(_ bytes: Span<UInt8>, _ index: inout Int) {
    let byte = bytes[index]
    switch state {
    case .script:
      bytes.skip(to: UInt8(ascii: "<"), &index)
      guard index < bytes.count else { return }
      tag.offset = base &+ index
      state = .scriptLess
    case .scriptLess:
      if byte == UInt8(ascii: "/") { return openEndTag(.script, &index) }
      guard byte == UInt8(ascii: "!") else { return again(.script) }
      state = .scriptEscapeStart
    case .scriptEscapeStart:
      guard byte == UInt8(ascii: "-") else { return again(.script) }
      state = .scriptEscapeStartDash
    case .scriptEscapeStartDash:
      guard byte == UInt8(ascii: "-") else { return again(.script) }
      state = .escapedDashDash
    case .escaped, .escapedDash, .escapedDashDash:
      readEscaped(byte, &index)
      return
    case .escapedLess:
      if byte == UInt8(ascii: "/") { return openEndTag(.escaped, &index) }
      guard byte.isASCIILetter else { return again(.escaped) }
      scriptName = PackedName()
      return again(.doubleEscapeStart)
    case .doubleEscapeStart:
      return readScriptName(byte, &index, matching: .doubleEscaped, otherwise: .escaped)
    case .doubleEscapedLess:
      guard byte == UInt8(ascii: "/") else { return again(.doubleEscaped) }
      scriptName = PackedName()
      state = .doubleEscapeEnd
    case .doubleEscapeEnd:
      return readScriptName(byte, &index, matching: .escaped, otherwise: .doubleEscaped)
    default:
      readDoubleEscaped(byte)
    }
    index &+= 1
  }

  private mutating func again(_ next: State) {
    state = next
  }

  private mutating func openEndTag(_ otherwise: State, _ index: inout Int) {
    rawTextState = otherwise
    state = .rawTextEndOpen
    index &+= 1
  }

  private mutating func readEscaped(_ byte: UInt8, _ index: inout Int) {
    switch byte {
    case UInt8(ascii: "-"):
      state = state == .escaped ? .escapedDash : .escapedDashDash
    case UInt8(ascii: "<"):
      tag.offset = base &+ index
      state = .escapedLess
    case UInt8(ascii: ">") where state == .escapedDashDash:
      state = .script
    default:
      state = .escaped
    }
    index &+= 1
  }

  private mutating func readDoubleEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "-"):
      state = state == .doubleEscaped ? .doubleEscapedDash : .doubleEscapedDashDash
    case UInt8(ascii: "<"):
      state = .doubleEscapedLess
    case UInt8(ascii: ">") where state == .doubleEscapedDashDash:
      state = .script
    default:
      state = .doubleEscaped
    }
  }

  private mutating func readScriptName(
    _ byte: UInt8,
    _ index: inout Int,
    matching: State,
    otherwise: State
  ) {
    if byte.isASCIILetter {
      scriptName.append(byte)
    } else if byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
      state = scriptName == Self.script ? matching : otherwise
    } else {
      // Reads the byte again in the state to which the script returns.
      return again(state == .doubleEscapeStart ? .escaped : .doubleEscaped)
    }
    index &+= 1
  }

  private static let script = PackedName("script")
}
