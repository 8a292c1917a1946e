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
  private let answer: Answer
  /// The connections of clients that wait.
  private let waiting = Mutex<[FileHandle]>([])

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
        bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        let connection = FileHandle(fileDescriptor: client, closeOnDealloc: true)
        Thread.detachNewThread { [weak self] in self?.serve(connection) }
      }
      // Only here: as soon as the descriptor is closed, a server of another test may have its
      // number, and this loop would take the connections of that server and leave them unanswered.
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ connection: FileHandle) {
    let client = connection.fileDescriptor
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
    guard let answer = answer(String(decoding: request, as: UTF8.self)) else {
      return waiting.withLock { $0.append(connection) }
    }
    var rest = Array(answer.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Self.noSignal) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  #if canImport(Glibc)
  private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
  private static let noSignal: Int32 = 0
  #endif

  /// A page with the status 200.
  static func page(_ html: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: "
      + "\(html.utf8.count)\r\nConnection: close\r\n\r\n\(html)"
  }
}
