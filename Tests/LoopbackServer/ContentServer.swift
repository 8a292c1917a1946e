package import Foundation
package import TestSupport

/// A server of one content, whose answers follow a script, one for each request.
package final class ContentServer: Sendable {
  package typealias Answer =
    @Sendable (_ asked: LoopbackRequest, _ on: LoopbackConnection) throws -> Void

  /// The content: bytes that tell their position.
  package static func content(_ count: Int, seed: UInt8 = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &+ $0 >> 8) &+ seed }
  }

  /// The requests so far.
  package let requests = Log<LoopbackRequest>()
  package let server: LoopbackServer

  /// Makes a server; the last answer is also that to all further requests.
  package init(_ answers: Answer...) throws {
    let number = Counter()
    server = try LoopbackServer { [requests] connection in
      let request = try connection.readRequest()
      requests.add(request)
      try answers[min(number.add(), answers.count) - 1](request, connection)
    }
  }

  package var url: URL { server.url("/content") }

  /// The header fields `Range` and `If-Range` of each request.
  package var asked: [[String?]] {
    requests.all.map { [$0.headers["range"], $0.headers["if-range"]] }
  }

  /// Sends a head and a body, which may be less than the head says.
  package static func send(
    _ status: Int,
    _ headers: [String: String],
    _ body: some Sequence<UInt8>
  ) -> Answer {
    let body = Array(body)
    return { _, connection in
      let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
      try connection.send("HTTP/1.1 \(status) Status\r\nConnection: close\r\n\(lines.joined())\r\n")
      try connection.send(body)
    }
  }

  /// Sends all of a content, or as much as `cut` says.
  package static func whole(
    _ content: [UInt8],
    _ headers: [String: String] = ["ETag": "\"one\""],
    cut: Int? = nil
  ) -> Answer {
    let headers = headers.merging(["Content-Length": "\(content.count)"]) { own, _ in own }
    return send(200, headers, content.prefix(cut ?? content.count))
  }

  /// Sends the rest of a content, or as much of it as `cut` says.
  package static func rest(
    _ content: [UInt8],
    from first: Int,
    _ headers: [String: String] = ["ETag": "\"one\""],
    cut: Int? = nil
  ) -> Answer {
    let range = "bytes \(first)-\(content.count - 1)/\(content.count)"
    let own = ["Content-Range": range, "Content-Length": "\(content.count - first)"]
    let rest = content.dropFirst(first)
    return send(206, own.merging(headers) { _, given in given }, rest.prefix(cut ?? rest.count))
  }

  /// Sends what is asked for: the rest of a content, or all of it.
  package static func restOrWhole(_ content: [UInt8]) -> Answer {
    { request, connection in
      let first = request.headers["range"].flatMap { Int($0.filter(\.isNumber)) }
      let answer = first.map { rest(content, from: $0) } ?? whole(content)
      try answer(request, connection)
    }
  }
}
