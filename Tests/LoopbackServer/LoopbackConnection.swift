import Foundation
package import Futures

/// One connection to a ``LoopbackServer``, from the server's side.
///
/// The calls that read and write block; they are for the script, which has a thread of its own.
package final class LoopbackConnection: Sendable {
  /// The first request, once the script has read it.
  package let request: Future<LoopbackRequest, any Error>
  /// Succeeds when the peer has closed the connection, or reset it.
  package let peerClosed: Future<Void, any Error>
  /// How the script ended.
  package let script: Future<Void, any Error>

  private struct State {
    var unread: [UInt8] = []
    var isOpen = true
  }

  private let socket: Socket
  private let state = Locked(State())
  private let requestPromise = Promise<LoopbackRequest, any Error>()
  private let peerClosedPromise = Promise<Void, any Error>()
  private let scriptPromise = Promise<Void, any Error>()

  package init(_ socket: Socket) {
    self.socket = socket
    request = requestPromise.future
    peerClosed = peerClosedPromise.future
    script = scriptPromise.future
  }

  // MARK: Reading

  /// Reads the head of a request, and leaves its body unread.
  package func readHead() throws -> LoopbackRequestHead {
    try LoopbackRequestHead(String(decoding: read(through: "\r\n\r\n"), as: UTF8.self))
  }

  /// Reads the body of a request whose head was read.
  @discardableResult
  package func readBody(of head: LoopbackRequestHead) throws -> [UInt8] {
    if head.expectsContinue { try send("HTTP/1.1 100 Continue\r\n\r\n") }
    return try head.isChunked ? readChunks() : read(count: head.contentLength)
  }

  /// Reads a request with its body.
  @discardableResult
  package func readRequest() throws -> LoopbackRequest {
    let head = try readHead()
    let body = try readBody(of: head)
    let request = LoopbackRequest(
      method: head.method,
      target: head.target,
      headers: head.headers,
      body: body
    )
    if !self.request.isSettled { requestPromise.succeed(request) }
    return request
  }

  /// Reads what arrives next, which can be less than a message.
  package func readBytes() throws -> [UInt8] { try socket.read() }

  /// Waits until the peer has closed the connection, and ignores what it sends until then.
  package func waitForPeerToClose() {
    while let bytes = try? socket.read(), !bytes.isEmpty {}
    if !peerClosed.isSettled { peerClosedPromise.succeed() }
  }

  private func readChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let line = String(decoding: try read(through: "\r\n").dropLast(2), as: UTF8.self)
      guard let count = Int(line, radix: 16) else { throw BadRequest(received: line) }
      body += try read(count: count)
      _ = try read(count: 2)
      if count == 0 { return body }
    }
  }

  private func read(through end: String) throws -> [UInt8] {
    try read { unread in unread.firstRange(of: Array(end.utf8))?.upperBound }
  }

  private func read(count: Int) throws -> [UInt8] {
    try read { unread in unread.count >= count ? count : nil }
  }

  private func read(until end: ([UInt8]) -> Int?) throws -> [UInt8] {
    var unread = state.withLock { $0.unread }
    while true {
      if let end = end(unread) {
        let rest = Array(unread[end...])
        state.withLock { $0.unread = rest }
        return Array(unread[..<end])
      }
      let more = try socket.read()
      if more.isEmpty { throw BadRequest(received: String(decoding: unread, as: UTF8.self)) }
      unread += more
    }
  }

  // MARK: Writing

  /// Sends bytes as they are.
  package func send(_ bytes: some Sequence<UInt8>) throws { try socket.write(bytes) }

  /// Sends text as it is; line ends included, so that they can be wrong.
  package func send(_ text: String) throws { try socket.write(text.utf8) }

  /// Sends a whole response.
  ///
  /// The length is right unless `headers` says otherwise, and the peer is told that the connection
  /// ends.
  package func respond(
    _ status: Int = 200,
    headers: [String: String] = [:],
    body: some Collection<UInt8> = "".utf8
  ) throws {
    var headers = headers
    if headers["Content-Length"] == nil { headers["Content-Length"] = "\(body.count)" }
    if headers["Connection"] == nil { headers["Connection"] = "close" }
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    try send("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n")
    try send(body)
  }

  // MARK: Ending

  /// Breaks the connection off, so that the peer sees an error instead of an end.
  ///
  /// For the end of a script; afterwards nothing can be read or written.
  package func reset() {
    socket.resetOnClose()
    close()
  }

  /// Runs a script, tells the peer that nothing more comes, and waits until it has closed its side.
  package func run(_ script: (LoopbackConnection) throws -> Void) {
    let result = Result { try script(self) }
    scriptPromise.complete(result)
    if state.withLock({ $0.isOpen }) {
      socket.endWriting()
      waitForPeerToClose()
      close()
    }
    if !peerClosed.isSettled { peerClosedPromise.cancel() }
    if !request.isSettled { requestPromise.cancel() }
  }

  /// Wakes the script if it waits for the peer.
  package func interrupt() {
    state.withLock { if $0.isOpen { socket.endBoth() } }
  }

  private func close() {
    state.withLock { state in
      if state.isOpen { socket.closeDescriptor() }
      state.isOpen = false
    }
  }
}
