package import Foundation
package import Futures

/// An HTTP server on this machine whose answers are scripted, and may be as wrong as a test needs.
///
/// ```swift
/// let server = try LoopbackServer { connection in
///   try connection.readRequest()
///   try connection.respond(headers: ["Content-Length": "100"], body: "too short".utf8)
/// }
/// let page = session.data(for: URLRequest(url: server.url("/page")))
/// ```
///
/// The script runs once per connection, on a thread of its own, and may block: for the peer, or
/// with `Future.wait()` for the test. When it returns, the server sends the end of the stream and
/// waits until the peer has closed the connection. The server stops when it is released.
package final class LoopbackServer: Sendable {
  package typealias Script = @Sendable (LoopbackConnection) throws -> Void

  package let port: UInt16
  private let core: Core

  private let isVersion6: Bool

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - isVersion6: Whether the server listens on the address `::1` instead of `127.0.0.1`.
  ///   - script: What the server does with a connection.
  /// - Throws: A ``SocketError`` if no port can be had.
  package convenience init(
    onVersion6 isVersion6: Bool = false,
    _ script: @escaping Script
  ) throws {
    let listener = try Socket.listening(onVersion6: isVersion6)
    try self.init(on: listener, isVersion6: isVersion6, script)
  }

  /// Makes a server that listens with a socket.
  ///
  /// - Parameters:
  ///   - listener: The socket, which the server closes.
  ///   - isVersion6: Whether the address of the server is `::1` instead of `127.0.0.1`.
  ///   - script: What the server does with a connection.
  /// - Throws: A ``SocketError``.
  package init(
    on listener: Socket,
    isVersion6: Bool = false,
    _ script: @escaping Script
  ) throws {
    self.isVersion6 = isVersion6
    port = try listener.localPort()
    core = Core(listener)
    Thread.detachNewThread { [core] in core.accept(script) }
  }

  /// Makes a server that stops in the middle of an answer, and notices when the client goes.
  ///
  /// - Parameters:
  ///   - paused: Succeeds with the connection in which `begin` has ended.
  ///   - begin: Sends the first part, once there is a request.
  /// - Throws: A ``SocketError`` if no port can be had.
  package convenience init(
    pausing paused: Promise<LoopbackConnection, any Error>,
    after begin: @escaping Script
  ) throws {
    try self.init { connection in
      try connection.readRequest()
      try begin(connection)
      paused.succeed(connection)
      connection.waitForPeerToClose()
    }
  }

  deinit { stop() }

  package func url(_ path: String = "/") -> URL {
    let host = isVersion6 ? "[::1]" : "127.0.0.1"
    guard let url = URL(string: "http://\(host):\(port)\(path)") else {
      preconditionFailure("\(path) is no path")
    }
    return url
  }

  /// How many connections there have been.
  package var connectionCount: Int { core.connectionCount }

  /// Waits for a connection; 0 is the first.
  ///
  /// One that does not come within two minutes is an error, so that no test hangs.
  package func connection(_ index: Int = 0) async throws -> LoopbackConnection {
    try await core.connection(index).timeout(.seconds(120)).value
  }

  /// Refuses further connections, and ends those that there are.
  package func stop() {
    if let connections = core.stop() {
      for connection in connections { connection.interrupt() }
      // Wakes the thread that waits for connections.
      try? Socket.connected(to: port, onVersion6: isVersion6).closeDescriptor()
    }
  }
}

/// What the thread that waits for connections shares with the server.
private final class Core: Sendable {
  private struct State {
    var connections: [LoopbackConnection] = []
    var expected: [Int: Promise<LoopbackConnection, any Error>] = [:]
    var isStopped = false
  }

  private let listener: Socket
  private let state = Locked(State())

  init(_ listener: Socket) { self.listener = listener }

  var connectionCount: Int { state.withLock { $0.connections.count } }

  func connection(_ index: Int) -> Future<LoopbackConnection, any Error> {
    state.withLock { state in
      if index < state.connections.count { return Future(value: state.connections[index]) }
      let promise = state.expected[index] ?? Promise()
      state.expected[index] = promise
      return promise.future
    }
  }

  func stop() -> [LoopbackConnection]? {
    state.withLock { state in
      if state.isStopped { return nil }
      state.isStopped = true
      return state.connections
    }
  }

  func accept(_ script: @escaping LoopbackServer.Script) {
    defer { listener.closeDescriptor() }
    while let socket = try? listener.accepted() {
      let connection = LoopbackConnection(socket)
      let (isStopped, waiting) = state.withLock { state in
        state.connections.append(connection)
        let waiting = state.expected.removeValue(forKey: state.connections.count - 1)
        return (state.isStopped, waiting)
      }
      if isStopped {
        socket.closeDescriptor()
        return
      }
      waiting?.succeed(connection)
      Thread.detachNewThread { connection.run(script) }
    }
  }
}
