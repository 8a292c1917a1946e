import Foundation
import Futures
import LoopbackServer

/// A server of a content that changes after it was sent a few times.
final class VersionServer: Sendable {
  private let sent: Sent
  private let server: LoopbackServer

  var url: URL { server.url("/content") }
  var version: Int { sent.state.withLock { $0.version } }
  /// The number of answers that continued an earlier one.
  var continued: Int { sent.state.withLock { $0.continued } }

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - isCutting: Whether it interrupts answers to requests for the whole soon after their
  ///     beginning, and sends another version each time.
  ///   - size: The size of the content.
  /// - Throws: An error if no port is available.
  init(isCutting: @escaping @Sendable () -> Bool = { false }, size: Int = 1_000_000) throws {
    let sent = Sent()
    self.sent = sent
    server = try LoopbackServer { connection in
      // A client that was killed is no failure of the server.
      try? Self.answer(connection, sent, isCutting(), size)
    }
  }

  private static func answer(
    _ connection: LoopbackConnection,
    _ sent: Sent,
    _ isCut: Bool,
    _ size: Int
  ) throws {
    let request = try connection.readRequest()
    let version = sent.state.withLock { state in
      if isCut { state.version += 1 }
      return state.version
    }
    let content = Content.make(version, size: size)
    let tag = "\"\(version)\""
    var first = 0
    if request.headers["if-range"] == tag {
      first = request.headers["range"].flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    var head = "HTTP/1.1 \(first > 0 ? 206 : 200) OK\r\nConnection: close\r\nETag: \(tag)\r\n"
    if first > 0 {
      head += "Content-Range: bytes \(first)-\(content.count - 1)/\(content.count)\r\n"
      sent.state.withLock { $0.continued += 1 }
    }
    head += "Content-Length: \(content.count - first)\r\n\r\n"
    try connection.send(head)
    var rest = content.dropFirst(first)
    if isCut { rest = rest.prefix(100) }
    while !rest.isEmpty {
      try connection.send(rest.prefix(32_768))
      rest = rest.dropFirst(32_768)
    }
    // The client may have been killed meanwhile, so the next one is likely to continue.
    if !isCut { sent.state.withLock { $0.count(version) } }
  }
}

/// What a server has sent.
private final class Sent: Sendable {
  struct State {
    var version = 1
    var continued = 0
    /// The number of times that the version was sent completely.
    var completed = 0

    mutating func count(_ sent: Int) {
      guard sent == version else { return }
      completed += 1
      if completed == 4 { (version, completed) = (version + 1, 0) }
    }
  }

  let state = Locked(State())
}
