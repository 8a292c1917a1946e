import Foundation

/// A way in which a server ends a process on Linux that loads from it with `URLSession`.
///
/// Nothing in this package comes between: no delegate is called before. When Foundation no longer
/// traps, the fuzzer says so; then take the trap from here and from the documentation.
struct FoundationTrap {
  let name: String
  /// Where it traps.
  let function: String
  /// An answer that is enough.
  let answer: String
  /// What the process says as it ends; `nil` if nothing.
  let message: String?

  private static let noResponse = "Fatal error: Transfer completed, but there's no response."

  /// Those of Swift 6.3.
  static let all = [
    FoundationTrap(
      name: "header-cut",
      function: "_NativeProtocol.transferCompleted(withError:)",
      answer: "HTTP/1.1 200 OK\r\n",
      message: noResponse
    ),
    FoundationTrap(
      name: "trailer",
      function: "_NativeProtocol.transferCompleted(withError:)",
      answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: y\r\n\r\n",
      message: noResponse
    ),
    FoundationTrap(
      name: "length",
      function: "_EasyHandle.setupCallbacks(), in the callback for header lines",
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775296\r\n\r\n",
      message: nil
    ),
    FoundationTrap(
      name: "length-of-redirect",
      function: "_EasyHandle.setupCallbacks(), in the callback for header lines",
      answer: "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9223372036854775807\r\n\r\n",
      message: nil
    ),
  ]

  /// Names the trap that has ended a process; `nil` for one that is not known.
  ///
  /// - Parameters:
  ///   - answer: What the server sent.
  ///   - output: What the process said.
  /// - Returns: The name.
  static func named(answer: [UInt8], output: String) -> String? {
    if let message = output.range(of: "Fatal error:").map({ output[$0.lowerBound...] }) {
      guard message.hasPrefix(noResponse) else { return nil }
      return hasWholeHead(answer) ? "trailer" : "header-cut"
    }
    return hasHugeLength(answer) ? "length" : nil
  }

  /// Whether there is an empty line.
  private static func hasWholeHead(_ answer: [UInt8]) -> Bool {
    let text = String(decoding: answer.filter { $0 != 0x0D }, as: UTF8.self)
    return text.contains("\n\n")
  }

  /// Whether a field says that the body has so many bytes that `Int64` does not hold them after
  /// rounding.
  private static func hasHugeLength(_ answer: [UInt8]) -> Bool {
    let text = String(decoding: answer, as: UTF8.self).lowercased()
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.contains { line in
      guard line.hasPrefix("content-length") else { return false }
      let digits = line.drop { !("0"..."9").contains($0) }.prefix { ("0"..."9").contains($0) }
      return (Double(digits) ?? 0) >= 0x1p63
    }
  }
}
