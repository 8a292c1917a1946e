import HTTPTypes
import Hummingbird
import JSONValues
import NIOCore

/// An answer that clients may keep, with its entity tag.
struct CachedAnswer: Sendable {
  let body: ByteBuffer
  let contentType: String
  private let tag: String

  init(_ json: JSONValue) {
    self.init(json.text + "\n", contentType: "application/json")
  }

  init(_ text: String, contentType: String) {
    body = ByteBuffer(string: text)
    self.contentType = contentType
    tag = Self.tag(of: body)
  }

  /// Returns the answer to a request, or that it has not changed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - seconds: The time for which clients may keep it.
  ///   - stale: The time for which they may use it after that, while they ask again.
  ///   - isPrivate: Whether shared caches must not keep it.
  /// - Returns: The answer, with the status 304 if the client has it.
  func response(
    to request: Request,
    maximumAge seconds: Int64,
    stale: Int64 = 0,
    isPrivate: Bool = false
  ) -> Response {
    var headers = HTTPFields()
    headers[.eTag] = tag
    var directives = "\(isPrivate ? "private" : "public"), max-age=\(max(0, seconds))"
    if stale > 0 { directives += ", stale-while-revalidate=\(stale)" }
    headers[.cacheControl] = directives
    if isKnown(request.headers[.ifNoneMatch]) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = contentType
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  /// Whether a list of entity tags has that of the answer.
  private func isKnown(_ list: String?) -> Bool {
    guard let list else { return false }
    return list.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " }
      let text = item.prefix { $0 != " " }
      return text == "*" || text == tag || text == "W/\(tag)"
    }
  }

  /// Returns the entity tag of a body, from the FNV-1a hash of its bytes and their number.
  private static func tag(of body: ByteBuffer) -> String {
    let hash = body.readableBytesView.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return "\"\(String(hash, radix: 36))-\(String(body.readableBytes, radix: 36))\""
  }
}
