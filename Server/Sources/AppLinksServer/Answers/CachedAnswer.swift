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
    tag = ContentHash(body.readableBytesView).tag
  }

  /// Creates the answer to a batch from members that are sorted by the bytes of their names.
  init(_ members: [IndexMember]) {
    var hash = ContentHash()
    var body = ByteBuffer()
    body.reserveCapacity(members.reduce(4) { $0 + $1.bytes.readableBytes + 1 })
    for (index, member) in members.enumerated() {
      body.writeStaticString(index == 0 ? "{" : ",")
      body.writeImmutableBuffer(member.bytes)
      hash.add(member.hash)
    }
    body.writeStaticString("}\n")
    self.body = body
    contentType = "application/json"
    tag = hash.tag
  }

  /// Returns the response to a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - seconds: The number of seconds for which clients may keep the answer.
  ///   - stale: The number of seconds after that for which they may use it while they ask again.
  ///   - isPrivate: Whether shared caches must not keep the answer.
  /// - Returns: The answer, or the status 304 if the client has it.
  func response(
    to request: Request,
    maximumAge seconds: Int64,
    stale: Int64 = 0,
    isPrivate: Bool = false
  ) -> Response {
    var directives = "\(isPrivate ? "private" : "public"), max-age=\(max(0, seconds))"
    if stale > 0 { directives += ", stale-while-revalidate=\(stale)" }
    return response(to: request, cacheControl: directives)
  }

  /// Returns the response to a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - directives: How long clients may keep the answer.
  /// - Returns: The answer, or the status 304 if the client has it.
  func response(to request: Request, cacheControl directives: String) -> Response {
    var headers: HTTPFields = [.eTag: tag, .cacheControl: directives]
    if isKnown(request.headers[.ifNoneMatch]) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = contentType
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  /// Whether a list of entity tags contains the answer's tag.
  private func isKnown(_ list: String?) -> Bool {
    guard let list else { return false }
    return list.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " }
      let text = item.prefix { $0 != " " }
      return text == "*" || text == tag || text == "W/\(tag)"
    }
  }
}
