#if PostgreSQL
import Foundation
import TestSupport

/// A socket in front of the socket of a server, which does not pass on every connection.
struct FaultyRelay {
  /// What becomes of a connection.
  enum Treatment {
    case passedOn
    /// It stays open and is never answered, like that of a server that has silently gone away.
    case silent
    /// It is closed at once, like that of a server that stops.
    case closed
  }

  /// The folder of the socket, which is the host in a URL.
  private let folder: URL
  /// The URL of the server through this socket.
  let url: String

  /// Listens until the process ends.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - treatment: A closure that returns what becomes of a connection, counted from 1.
  /// - Throws: A `POSIXError` if it cannot listen.
  init(to server: TestServer, _ treatment: @escaping @Sendable (Int) -> Treatment) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "relay-\(UUID().uuidString.prefix(8))"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let host = "host=" + folder.path.replacing("/", with: "%2F")
    url = server.url.replacing(/host=[^&]*/, with: host)
    let listener = try UnixSocket.listening(at: Self.socket(in: folder))
    let target = Self.socket(in: server.folder)
    Thread.detachNewThread {
      var count = 0
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { continue }
        count += 1
        switch treatment(count) {
        case .passedOn:
          guard let server = try? UnixSocket.connected(to: target) else { return }
          UnixSocket.pass(between: client, and: server)
        case .silent: continue
        case .closed: close(client)
        }
      }
    }
  }

  /// Removes the socket.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  private static func socket(in folder: URL) -> String {
    folder.appending(path: ".s.PGSQL.5432").path
  }
}
#endif
