import FlyingFox
import FlyingSocks
import Foundation
import Futures

/// A connection, for one request.
///
/// The server of FlyingFox reads a line in a time that grows with the square of its length, and
/// waits for the end of a request without a limit: one long address kept it from all others.
struct ScreenConnection: Sendable {
  let socket: AsyncSocket
  let screen: RunsScreen
  let lobby: Lobby
  let number: Int

  /// Answers the request, and closes the connection.
  func serve() async {
    defer { try? socket.close() }
    do {
      let request = try await within(.seconds(10)) { try await RequestReader.read(from: socket) }
      if screen.admits(request) { lobby.move { $0.admit(number) } }
      try await write(try await answer(request))
      if RequestReader.hasUnreadBody(request) { try await within(.milliseconds(300), drain) }
    } catch let refusal as Refusal {
      try? await write(screen.answer(refusal))
      // What is not read when a connection is closed takes the answer with it.
      try? await within(.milliseconds(300), drain)
    } catch {
      // The other side has closed the connection, or is too slow.
    }
  }

  /// Returns the answer to a request, unless the other side leaves before a page is there.
  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await withThrowingTaskGroup(of: HTTPResponse?.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        let answer = try? await withTimeout(.seconds(15)) { await screen.answer(request) }
        return answer ?? screen.answer(.tooLate)
      }
      // A form that was sent is carried out for who has left, too.
      if request.method != .POST {
        group.addTask {
          try await drain()
          return nil
        }
      }
      guard let answer = try await group.next() ?? nil else { throw CancellationError() }
      return answer
    }
  }

  private struct TooSlow: Error {}

  /// Uses the socket for a time.
  ///
  /// Unlike `withTimeout`, this waits until work that is late has ended: the socket is closed then,
  /// and its number may become that of another connection.
  private func within<Value: Sendable>(
    _ time: Duration,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask(operation: work)
      group.addTask {
        try await Task.sleep(for: time)
        throw TooSlow()
      }
      guard let value = try await group.next() else { throw TooSlow() }
      return value
    }
  }

  /// Reads until the other side closes the connection.
  @Sendable private func drain() async throws {
    while true { _ = try await socket.read(atMost: 4096) }
  }

  private func write(_ response: HTTPResponse) async throws {
    guard case .httpBody(let body) = response.payload else { return }
    var headers = response.headers
    headers[.connection] = "close"
    if let count = body.count {
      if headers[.contentLength] == nil { headers[.contentLength] = "\(count)" }
    } else {
      headers[.transferEncoding] = "chunked"
    }
    let status = response.statusCode
    let lines = headers.map { "\($0.key.rawValue): \($0.value)\r\n" }.sorted().joined()
    let head = Data("HTTP/1.1 \(status.code) \(status.phrase)\r\n\(lines)\r\n".utf8)
    if body.count == nil {
      lobby.move { $0.follow(number) }
      try await stream(head, body)
    } else {
      lobby.move { $0.answer(number) }
      try await within(.seconds(60)) {
        try await socket.write(head)
        for try await chunk in body { try await socket.write(chunk) }
      }
    }
  }

  /// Writes parts as they come, until the other side closes the connection.
  private func stream(_ head: Data, _ body: HTTPBodySequence) async throws {
    try await socket.write(head)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask { for try await chunk in body { try await socket.write(chunk) } }
      group.addTask(operation: drain)
      try await group.next()
    }
  }
}
