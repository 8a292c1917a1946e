import Foundation

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
    listener = Self.newSocket()
    guard try Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0
    else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  /// Passes on, until the process is killed.
  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    say("listening")
    while true {
      let client = accept(listener, nil, nil)
      if client < 0 { continue }
      let server = Self.newSocket()
      // Where the server is away, the client is told so.
      guard try Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
        close(client)
        close(server)
        continue
      }
      Self.pass(from: client, to: server)
      Self.pass(from: server, to: client)
    }
  }

  /// Passes bytes on in one direction until one of both ends.
  private static func pass(from source: Int32, to target: Int32) {
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(source, &buffer, buffer.count)
        if count <= 0 { break }
        var sent = 0
        while sent < count {
          let rest = buffer[sent..<count]
          let more = rest.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
          if more <= 0 { break }
          sent += more
        }
        if sent < count { break }
      }
      // The other direction ends, too; the descriptors are left to the end of the process.
      shutdown(source, Int32(SHUT_RDWR))
      shutdown(target, Int32(SHUT_RDWR))
    }
  }

  private static func newSocket() -> Int32 {
    #if canImport(Darwin)
    socket(AF_UNIX, SOCK_STREAM, 0)
    #else
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }

  private static func withAddress(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8) + [0]
    let isTooLong = withUnsafeMutableBytes(of: &address.sun_path) { space in
      if bytes.count > space.count { return true }
      space.copyBytes(from: bytes)
      return false
    }
    if isTooLong { throw POSIXError(.ENAMETOOLONG) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
