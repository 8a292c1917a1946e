internal import AppLinks
internal import JSONValues

/// The JSON of a file, with the findings about its form.
struct AssociationDocument {
  var reader: AssociationReader

  /// The top value, or `nil` if the bytes are not JSON.
  let node: JSONNode?

  /// Reasons why systems could read the whole file in another way.
  private(set) var doubts: [String] = []

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - maximumBytes: The number of bytes beyond which systems use no part of it.
  init(_ bytes: [UInt8], maximumBytes: Int) {
    reader = AssociationReader(bytes)
    guard bytes.count <= maximumBytes else {
      reader.add(
        .fileTooLarge,
        at: nil,
        nil,
        "The file has \(bytes.count) bytes and is not read; at most "
          + "\(limitText(maximumBytes)) are."
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
    }
    do {
      node = try JSONNode(parsing: json)
    } catch {
      node = nil
      if json.first(where: { !$0.isHTMLSpace }) == UInt8(ascii: "<") {
        reader.add(.htmlInsteadOfJSON, at: 0, nil, "The file is HTML or XML and not JSON.")
      } else if json.prefix(32).contains(Self.signedData) {
        reader.add(.signedFile, at: nil, nil, "The file is a signed message and not JSON.")
      } else {
        reader.add(.notJSON, at: error.offset, nil, "The file is not JSON: \(error.phrase).")
      }
    }
  }

  /// The beginning of a signed message, which is the object identifier 1.2.840.113549.1.7.2.
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
}

extension JSONParseError {
  /// What was expected and what was found, without the place.
  fileprivate var phrase: String {
    let text = description
    return text.firstRange(of: ": ").map { String(text[$0.upperBound...]) } ?? text
  }
}
