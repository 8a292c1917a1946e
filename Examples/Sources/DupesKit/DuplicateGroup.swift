import Crypto

/// Files with the same content.
public struct DuplicateGroup: Sendable, Equatable {
  /// The size of each of the files.
  public let size: Int
  /// The SHA-256 of the content, in lowercase hexadecimal digits.
  public let sha256: String
  /// The files, in the bytewise order of their paths.
  public let paths: [BytePath]

  /// The number of bytes that would be free if one file were kept.
  public var waste: Int {
    let (waste, isTooLarge) = size.multipliedReportingOverflow(by: paths.count - 1)
    return isTooLarge ? .max : waste
  }
}

extension DuplicateGroup {
  init(of content: HashedFile.Content, files: [HashedFile]) {
    size = content.size
    sha256 = hexadecimal(content.digest)
    paths = files.map(\.file.path).sorted()
  }
}

private func hexadecimal(_ digest: SHA256Digest) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return digest.reduce(into: "") { text, byte in
    text.unicodeScalars.append(Unicode.Scalar(digits[Int(byte >> 4)]))
    text.unicodeScalars.append(Unicode.Scalar(digits[Int(byte & 15)]))
  }
}
