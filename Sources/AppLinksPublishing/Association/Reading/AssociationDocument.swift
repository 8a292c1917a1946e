internal import AppLinks
internal import JSONValues

/// The JSON of a file, unwrapped if necessary, with the findings about its form.
struct AssociationDocument {
  var reader: AssociationReader

  /// The top value, or `nil` if the bytes are not JSON.
  let node: JSONNode?

  /// Whether the JSON was in a signed message.
  private(set) var isSigned = false

  /// Reasons why systems could read the whole file in another way.
  private(set) var doubts: [String] = []

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - canBeSigned: Whether a signed message is unwrapped.
  init(_ bytes: [UInt8], canBeSigned: Bool) {
    reader = AssociationReader(bytes)
    guard bytes.count <= AssociationReader.maximumBytes else {
      reader.add(
        .fileTooLarge,
        at: nil,
        nil,
        "The file has \(bytes.count) bytes and is not read; at most 1,048,576 are."
      )
      node = nil
      return
    }
    var json = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      reader.add(.byteOrderMark, at: 0, nil, "The file begins with a byte order mark.")
      doubts.append("the file begins with a byte order mark")
      // The places of all parts stay the same.
      json.replaceSubrange(0..<3, with: Array("   ".utf8))
    } else if canBeSigned, bytes.first == 0x30, let content = SignedMessage.content(of: bytes) {
      reader = AssociationReader(content)
      reader.add(.signedFile, at: nil, nil, "The file is a signed message.")
      json = content
      isSigned = true
    }
    do {
      node = try JSONNode(parsing: json)
    } catch {
      node = nil
      if json.first(where: { !$0.isHTMLSpace }) == UInt8(ascii: "<") {
        reader.add(.htmlInsteadOfJSON, at: 0, nil, "The file is HTML or XML and not JSON.")
      } else {
        reader.add(.notJSON, at: error.offset, nil, "The file is not JSON: \(error.phrase).")
      }
    }
  }
}

extension JSONParseError {
  /// What was expected and what was found, without the place.
  fileprivate var phrase: String {
    let text = description
    return text.firstRange(of: ": ").map { String(text[$0.upperBound...]) } ?? text
  }
}
