#if PostgreSQL
import Foundation
import TestSupport

/// A socket in front of the socket of a server, which passes on all connections but one.
///
/// The one stays open and is never answered, like that of a server that has silently gone away.
struct SilentRelay {
  /// The folder of the socket, which is the host in a URL.
  let folder: URL

  /// Listens until the process ends.
  ///
  /// - Parameters:
  ///   - target: The folder of the socket of the server.
  ///   - silent: The number of the connection that is not passed on, counted from 1.
  /// - Throws: A `POSIXError` if it cannot listen.
  init(to target: URL, silent: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "relay-\(UUID().uuidString.prefix(8))"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let listener = try UnixSocket.listening(at: Self.socket(in: folder))
    Thread.detachNewThread {
      var count = 0
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { continue }
        count += 1
        if count == silent { continue }
        guard let server = try? UnixSocket.connected(to: Self.socket(in: target)) else { return }
        UnixSocket.pass(between: client, and: server)
      }
    }
  }

  private static func socket(in folder: URL) -> String {
    folder.appending(path: ".s.PGSQL.5432").path
  }
}
#endif
