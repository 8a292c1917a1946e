import Foundation

/// Sockets with a path, for relays between a client and a server.
package enum UnixSocket {
  /// Returns a socket that listens at a path.
  package static func listening(at path: String) throws -> Int32 {
    let listener = make()
    guard try withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0
    else { throw POSIXError(.EADDRNOTAVAIL) }
    return listener
  }

  /// Returns a socket that is connected to a path, or `nil` if nothing listens there.
  package static func connected(to path: String) throws -> Int32? {
    let socket = make()
    if try withAddress(path, { connect(socket, $0, $1) }) == 0 { return socket }
    close(socket)
    return nil
  }

  /// Passes bytes on in both directions until one of both sockets ends, on threads of its own.
  package static func pass(between one: Int32, and other: Int32) {
    pass(from: one, to: other)
    pass(from: other, to: one)
  }

  /// Data for a socket that has been closed ends the connection, not the process.
  private static var noSignal: Int32 {
    #if canImport(Darwin)
    0
    #else
    Int32(MSG_NOSIGNAL)
    #endif
  }

  private static func pass(from source: Int32, to target: Int32) {
    #if canImport(Darwin)
    var on: Int32 = 1
    setsockopt(target, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout.size(ofValue: on)))
    #endif
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(source, &buffer, buffer.count)
        if count <= 0 { break }
        var sent = 0
        while sent < count {
          let rest = buffer[sent..<count]
          let more = rest.withUnsafeBytes { send(target, $0.baseAddress, $0.count, noSignal) }
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

  private static func make() -> Int32 {
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
