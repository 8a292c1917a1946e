import AppLinksResolving
import JSONValues
import NIOCore

/// A member of a batch's answer: one URL and what is known about it.
struct IndexMember: Sendable {
  /// The URL and its object, as the member of a JSON object.
  let bytes: ByteBuffer

  let hash: ContentHash

  /// - Parameters:
  ///   - url: The URL as the client wrote it.
  ///   - entry: What is known about it.
  init(_ url: String, _ entry: IndexAnswer.Entry) {
    let object = IndexAnswer(entries: [url: entry]).json.text
    bytes = ByteBuffer(substring: object.dropFirst().dropLast())
    hash = ContentHash(bytes.readableBytesView)
  }
}
