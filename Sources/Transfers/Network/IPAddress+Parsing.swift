extension IPAddress {
  /// Creates an address from its usual notation, such as `192.0.2.1` or `2001:db8::1`.
  ///
  /// - Parameter text: The address: four decimal numbers without leading zeros, or an IPv6 address
  ///   without brackets and zone.
  public init?(_ text: String) {
    let bytes =
      text.utf8.contains(UInt8(ascii: ":"))
      ? Self.version6(text) : Self.dotted(Substring(text))
    guard let bytes else { return nil }
    self.bytes = bytes
  }

  /// Parses the host of a URL as an IPv4 address in any notation that systems accept: fewer than
  /// four numbers, octal and hexadecimal numbers, and a trailing dot.
  ///
  /// - Parameter host: The host.
  /// - Returns: `nil` for a name. Otherwise an optional address, which is `nil` if the host is
  ///   invalid, such as `1.2.3.4.5`.
  static func version4(looseHost host: String) -> IPAddress?? {
    var parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard let last = parts.last, isNumberLike(last) else { return nil }
    guard parts.count <= 4 else { return .some(nil) }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = looseNumber(part) else { return .some(nil) }
      numbers.append(number)
    }
    let tail = numbers.removeLast()
    guard numbers.allSatisfy({ $0 < 256 }), tail < UInt64(1) << (8 * (4 - numbers.count)) else {
      return .some(nil)
    }
    var bytes = numbers.map { UInt8($0) }
    for index in (0..<(4 - numbers.count)).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: tail >> (8 * UInt64(index))))
    }
    return .some(IPAddress(bytes: bytes))
  }

  private static func isNumberLike(_ part: Substring.UTF8View) -> Bool {
    guard let first = part.first, first.isASCIIDigit else { return false }
    return part.allSatisfy(\.isASCIIDigit) || looseNumber(part) != nil
  }

  /// Returns the value of a decimal number, an octal number that begins with 0, or a hexadecimal
  /// number that begins with 0x.
  private static func looseNumber(_ part: Substring.UTF8View) -> UInt64? {
    let text = Substring(part)
    if part.isEmpty || part.count > 20 { return nil }
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      let digits = text.dropFirst(2)
      if digits.isEmpty { return 0 }
      return digits.utf8.allSatisfy(\.isASCIIHexDigit) ? UInt64(digits, radix: 16) : nil
    }
    guard part.allSatisfy(\.isASCIIDigit) else { return nil }
    return text.hasPrefix("0") ? UInt64(text, radix: 8) : UInt64(text)
  }

  private static func dotted(_ text: Substring) -> [UInt8]? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      let isPlain = part.allSatisfy(\.isASCIIDigit) && (part.count == 1 || part.first != 0x30)
      guard isPlain, let byte = UInt8(Substring(part)) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func version6(_ text: String) -> [UInt8]? {
    let halves = splitAtGap(text)
    guard let head = halves.first.flatMap({ groups(in: $0, mayEndDotted: halves.count == 1) })
    else { return nil }
    if halves.count == 1 { return head.count == 16 ? head : nil }
    guard halves.count == 2, let tail = groups(in: halves[1], mayEndDotted: true) else {
      return nil
    }
    let gap = 16 - head.count - tail.count
    return gap >= 2 ? head + [UInt8](repeating: 0, count: gap) + tail : nil
  }

  /// Returns the parts before and after `::`.
  ///
  /// More than two parts, or a part that begins or ends with a colon, do not form an address.
  private static func splitAtGap(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == ":", next < text.endIndex, text[next] == ":" {
        parts.append(text[start..<index])
        index = text.index(after: next)
        start = index
      } else {
        index = next
      }
    }
    parts.append(text[start...])
    return parts
  }

  private static func groups(in text: Substring, mayEndDotted: Bool) -> [UInt8]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if part.contains(".") {
        guard mayEndDotted, index == parts.count - 1, let dotted = dotted(part) else { return nil }
        bytes += dotted
        continue
      }
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isASCIIHexDigit),
        let group = UInt16(part, radix: 16)
      else { return nil }
      bytes += [UInt8(group >> 8), UInt8(group & 255)]
    }
    return bytes.count <= 16 ? bytes : nil
  }
}
