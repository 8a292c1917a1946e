import FlyingFox
import FlyingSocks
import Foundation

/// Reads requests of limited size.
enum RequestReader {
  /// The number of bytes of the request line and the headers, of which two contain the address.
  static let maximumHead = 128 << 10
  /// The number of bytes of a body, of which a longer one is left, for the screen to refuse.
  static let maximumBody = 2 << 20

  /// Reads a request.
  ///
  /// - Throws: ``Refusal`` if the text is no request, or is too long.
  static func read(from socket: AsyncSocket) async throws -> HTTPRequest {
    var bytes: [UInt8] = []
    var head: Range<Int>?
    while head == nil {
      let known = max(0, bytes.count - 3)
      bytes += try await socket.read(atMost: 4096)
      head = bytes[known...].firstRange(of: [13, 10, 13, 10])
      guard head?.lowerBound ?? bytes.count <= maximumHead else {
        throw Refusal(
          .requestHeaderFieldsTooLarge,
          "The address is too long",
          "Use the tool for names of such a length."
        )
      }
    }
    guard let head else { throw malformed }
    var request = try request(of: bytes[..<head.lowerBound])
    guard let length = try length(of: request), !hasUnreadBody(request) else { return request }
    var body = Array(bytes[head.upperBound...])
    while body.count < length { body += try await socket.read(atMost: 4096) }
    request.bodySequence = HTTPBodySequence(data: Data(body.prefix(length)))
    return request
  }

  /// Whether the body is too long, and was left.
  static func hasUnreadBody(_ request: HTTPRequest) -> Bool {
    request.headers[.contentLength].flatMap { Int($0) } ?? 0 > maximumBody
  }

  private static let malformed = Refusal(
    .badRequest,
    "That is no request",
    "Open the address in a browser."
  )

  /// Reads the request line and the headers, each of which there may be once.
  private static func request(of head: ArraySlice<UInt8>) throws -> HTTPRequest {
    guard let text = String(validating: head, as: UTF8.self) else { throw malformed }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard !lines.joined().unicodeScalars.contains(where: { $0 < " " && $0 != "\t" }),
      words.count == 3, words[1].hasPrefix("/"), ["HTTP/1.1", "HTTP/1.0"].contains(words[2])
    else { throw malformed }
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].wholeMatch(of: /[A-Za-z0-9!#$%&'*+.^_`|~-]+/) != nil else {
        throw malformed
      }
      let name = HTTPHeader(String(parts[0]))
      guard headers[name] == nil else { throw malformed }
      headers[name] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return HTTPRequest(
      method: HTTPMethod(String(words[0])),
      version: .http11,
      target: .init(path: String(target[0]), query: target.count == 2 ? String(target[1]) : ""),
      headers: headers,
      body: HTTPBodySequence()
    )
  }

  private static func length(of request: HTTPRequest) throws -> Int? {
    guard request.headers[.transferEncoding] == nil else {
      throw Refusal(
        .lengthRequired,
        "The form has no length",
        "Open the address in a browser."
      )
    }
    guard let text = request.headers[.contentLength] else { return nil }
    guard let length = Int(text), length >= 0, text.allSatisfy(\.isNumber) else { throw malformed }
    return length
  }
}
