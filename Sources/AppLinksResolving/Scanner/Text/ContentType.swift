internal import AppLinks

/// A parser of `Content-Type` values in headers and `meta` tags.
package enum ContentType {
  /// Returns the label after the first `charset=`, with or without quotes, or `nil` if there is
  /// none.
  package static func charsetLabel(in text: String) -> String? {
    let bytes = Array(text.utf8)
    let word = Array("charset".utf8)
    var at = 0
    while at + word.count <= bytes.count {
      guard matches(word, bytes, at) else {
        at += 1
        continue
      }
      at += word.count
      while at < bytes.count, bytes[at].isHTMLSpace { at += 1 }
      guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { continue }
      at += 1
      while at < bytes.count, bytes[at].isHTMLSpace { at += 1 }
      return label(bytes[at...])
    }
    return nil
  }

  private static func matches(_ word: [UInt8], _ bytes: [UInt8], _ at: Int) -> Bool {
    for offset in word.indices where bytes[at + offset].asciiLowercased != word[offset] {
      return false
    }
    return true
  }

  private static func label(_ rest: ArraySlice<UInt8>) -> String? {
    guard let first = rest.first else { return nil }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      let quoted = rest.dropFirst()
      guard let end = quoted.firstIndex(of: first) else { return nil }
      return String(decoding: quoted[..<end], as: UTF8.self)
    }
    // Repeated header fields are joined with a comma, which is not part of any label.
    let label = rest.prefix {
      !$0.isHTMLSpace && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",")
    }
    return String(decoding: label, as: UTF8.self)
  }
}
