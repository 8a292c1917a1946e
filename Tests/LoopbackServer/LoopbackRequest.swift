/// A request as a ``LoopbackServer`` got it.
package struct LoopbackRequest: Sendable {
  package let method: String
  package let target: String
  /// The header fields, with names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]

  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// A request that was cut short or is no HTTP.
package struct BadRequest: Error {
  package let received: String
}

/// The head of a request: everything before the body.
package struct LoopbackRequestHead {
  package let method: String
  package let target: String
  package let headers: [String: String]

  package init(_ text: String) throws {
    let lines = text.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { throw BadRequest(received: text) }
    method = String(words[0])
    target = String(words[1])
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (parts[0].lowercased(), String(parts[1].drop { $0 == " " }))
    }
    headers = Dictionary(fields) { $0 + ", " + $1 }
  }

  package var isChunked: Bool { headers["transfer-encoding"]?.lowercased() == "chunked" }
  package var contentLength: Int { headers["content-length"].flatMap { Int($0) } ?? 0 }
  package var expectsContinue: Bool { headers["expect"]?.lowercased() == "100-continue" }
}
