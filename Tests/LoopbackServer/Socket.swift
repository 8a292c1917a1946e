import Foundation

/// A TCP socket on this machine, with blocking calls.
package struct Socket: Sendable {
  package let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Makes a socket that listens on a free port of the loopback interface.
  package static func listening(onVersion6 isVersion6: Bool = false) throws -> Socket {
    let socket = try Socket.reserved(onVersion6: isVersion6)
    try check(listen(socket.descriptor, 64), "listen")
    return socket
  }

  #if os(Linux)
  /// Makes a socket that listens on a free port of all addresses of the loopback interface, such as
  /// 127.1.2.3, and of no other interface.
  package static func listeningOnAllLoopbackAddresses() throws -> Socket {
    let socket = try Socket.make(false)
    let name = "lo"
    let length = socklen_t(name.utf8.count)
    try check(
      setsockopt(socket.descriptor, SOL_SOCKET, SO_BINDTODEVICE, name, length),
      "setsockopt"
    )
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    try check(Socket.pass(address) { bind(socket.descriptor, $0, $1) }, "bind")
    try check(listen(socket.descriptor, 64), "listen")
    return socket
  }
  #endif

  /// Makes a socket that has a free port of the loopback interface, and refuses connections to it.
  package static func reserved(onVersion6 isVersion6: Bool = false) throws -> Socket {
    let socket = try Socket.make(isVersion6)
    let status = Socket.withLoopbackAddress(isVersion6, port: 0) {
      bind(socket.descriptor, $0, $1)
    }
    try check(status, "bind")
    return socket
  }

  /// Makes a socket that is connected to a port of the loopback interface.
  package static func connected(
    to port: UInt16,
    onVersion6 isVersion6: Bool = false
  ) throws -> Socket {
    let socket = try Socket.make(isVersion6)
    let status = Socket.withLoopbackAddress(isVersion6, port: port) {
      connect(socket.descriptor, $0, $1)
    }
    try check(status, "connect")
    return socket
  }

  /// Makes sockets of which the first answers no attempt to connect, because the others fill its
  /// queue.
  ///
  /// - Parameters:
  ///   - number: The last number of the address, which is 127.0.0.1 for 1.
  ///   - port: The port.
  /// - Returns: The sockets, to be closed together.
  /// - Throws: A ``SocketError``.
  package static func deaf(at number: UInt8, port: UInt16) throws -> [Socket] {
    let listener = try Socket.make(false)
    let status = Socket.withLoopbackAddress(false, number, port: port) {
      bind(listener.descriptor, $0, $1)
    }
    try check(status, "bind")
    try check(listen(listener.descriptor, 0), "listen")
    return try [listener]
      + (0..<4).map { _ in
        let socket = try Socket.make(false)
        let flags = fcntl(socket.descriptor, F_GETFL)
        try check(fcntl(socket.descriptor, F_SETFL, flags | O_NONBLOCK), "fcntl")
        _ = Socket.withLoopbackAddress(false, number, port: port) {
          connect(socket.descriptor, $0, $1)
        }
        return socket
      }
  }

  private static func make(_ isVersion6: Bool) throws -> Socket {
    #if canImport(Glibc)
    let type = Int32(SOCK_STREAM.rawValue)
    #else
    let type = SOCK_STREAM
    #endif
    return Socket(try check(socket(isVersion6 ? AF_INET6 : AF_INET, type, 0), "socket"))
  }

  package func accepted() throws -> Socket {
    let socket = Socket(try check(accept(descriptor, nil, nil), "accept"))
    #if canImport(Darwin)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout.size(ofValue: on))
    setsockopt(socket.descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
    #endif
    return socket
  }

  package func localPort() throws -> UInt16 {
    // The port has the same place in addresses of both versions.
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    try check(status, "getsockname")
    return UInt16(bigEndian: address.sin_port)
  }

  // MARK: Bytes

  /// Waits for bytes; none means that the peer has closed its side.
  package func read(atMost count: Int = 65_536) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try check(recv(descriptor, buffer.baseAddress, count, 0), "recv")
    }
  }

  package func write(_ bytes: some Sequence<UInt8>) throws {
    var rest = Array(bytes)[...]
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      rest = rest.dropFirst(try check(sent, "send"))
    }
  }

  // MARK: Ending

  /// Tells the peer that nothing more comes.
  package func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Wakes whoever reads or writes here.
  package func endBoth() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the next ``close()`` a reset, which the peer sees as an error.
  package func resetOnClose() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout.size(ofValue: linger))
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
  }

  package func closeDescriptor() { _ = close(descriptor) }

  // MARK: System calls

  private static func withLoopbackAddress(
    _ isVersion6: Bool,
    _ number: UInt8 = 1,
    port: UInt16,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    if isVersion6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      #if canImport(Darwin)
      address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
      #endif
      return pass(address, to: body)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (UInt32(0x7f00_0000) + UInt32(number)).bigEndian
    #if canImport(Darwin)
    address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    return pass(address, to: body)
  }

  private static func pass<Address>(
    _ address: Address,
    to body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}

/// A system call on a socket that failed.
package struct SocketError: Error, CustomStringConvertible {
  package let call: String
  package let code: Int32

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

@discardableResult
private func check<Count: SignedInteger>(_ result: Count, _ call: String) throws -> Count {
  if result < 0 { throw SocketError(call: call, code: errno) }
  return result
}
