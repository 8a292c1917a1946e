/// A path as the system stores it: bytes, which need not be valid UTF-8.
public struct BytePath: Hashable, Sendable {
  /// The bytes of the path, without a terminating zero.
  public let bytes: [UInt8]

  /// Creates a path of bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a path of the UTF-8 bytes of a text.
  public init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  /// Returns the path of an entry of the folder that this path names.
  public func appending(_ name: some Collection<UInt8>) -> BytePath {
    var joined = [UInt8]()
    joined.reserveCapacity(bytes.count + 1 + name.count)
    joined += bytes
    if joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined += name
    return BytePath(bytes: joined)
  }

  /// The bytes of the path with a terminating zero, as system calls expect them.
  var nullTerminated: [CChar] {
    var terminated = [CChar]()
    terminated.reserveCapacity(bytes.count + 1)
    for byte in bytes { terminated.append(CChar(bitPattern: byte)) }
    terminated.append(0)
    return terminated
  }

  /// The path as text, or nil when its bytes are not valid UTF-8.
  public var text: String? {
    String(validating: bytes, as: UTF8.self)
  }

  /// The path as text, with U+FFFD in place of invalid UTF-8.
  public var lossyText: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension BytePath: Comparable {
  /// Orders paths by their bytes, whatever the locale.
  public static func < (left: BytePath, right: BytePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension BytePath: CustomStringConvertible {
  /// The path on one line, with control characters and bytes that are not UTF-8 written as `\xHH`.
  ///
  /// A file name may contain line breaks and terminal commands; neither should reach a terminal.
  public var description: String {
    if let text, !text.unicodeScalars.contains(where: \.isControl) { return text }
    return bytes.reduce(into: "") { shown, byte in
      if byte >= 0x20 && byte < 0x7F {
        shown.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        shown += (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
