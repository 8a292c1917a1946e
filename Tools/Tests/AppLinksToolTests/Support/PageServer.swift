import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A local server that answers each request in its own thread.
final class PageServer: Sendable {
  /// Returns the whole response to a request, or `nil` to leave the client waiting.
  typealias Answer = @Sendable (_ request: String) -> String?

  let port: UInt16
  private let listener: Int32
  private let waiting = Mutex<[Int32]>([])
  private let answer: Answer

  init(_ answer: @escaping Answer) throws {
    self.answer = answer
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 { self?.serve(client) }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for client in waiting.withLock({ $0 }) { close(client) }
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ client: Int32) {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = read(client, &buffer, buffer.count)
      guard count > 0 else { break }
      request += buffer[..<count]
    }
    guard let answer = answer(String(decoding: request, as: UTF8.self)) else {
      return waiting.withLock { $0.append(client) }
    }
    let bytes = Array(answer.utf8)
    _ = write(client, bytes, bytes.count)
    close(client)
  }

  /// A page with the status 200.
  static func page(_ html: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: "
      + "\(html.utf8.count)\r\nConnection: close\r\n\r\n\(html)"
  }
}
