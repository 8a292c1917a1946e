import Foundation
import TestSupport

/// Passes on what goes between the clients of one socket and the server of another one.
///
/// It is a process of its own: while that is stopped, connections stay open and nothing gets
/// through, as on a network that is cut off.
struct SocketRelay {
  private let listener: Int32
  private let target: String

  /// Listens to a socket with a path.
  init(from path: String, to target: String) throws {
    self.target = target
    listener = try UnixSocket.listening(at: path)
  }

  /// Passes on, until the process is killed.
  func run() throws {
    say("listening")
    while true {
      let client = accept(listener, nil, nil)
      if client < 0 { continue }
      if let server = try UnixSocket.connected(to: target) {
        UnixSocket.pass(between: client, and: server)
      } else {
        // Where the server is away, the client is told so.
        close(client)
      }
    }
  }
}
