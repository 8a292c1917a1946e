internal import Foundation
internal import Futures

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Finds the addresses of names.
package struct NameLookup: Sendable {
  private let find: @Sendable (String) async throws -> [IPAddress]

  /// Makes a look-up.
  ///
  /// - Parameter find: Finds the addresses of a name, in the order in which to try them. Called in
  ///   the task that resolves. What it throws, and no address at all, mean that the name is not
  ///   known.
  package init(_ find: @escaping @Sendable (_ name: String) async throws -> [IPAddress]) {
    self.find = find
  }

  /// Finds the addresses of a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The addresses.
  /// - Throws: Whatever the look-up throws.
  package func addresses(of name: String) async throws -> [IPAddress] { try await find(name) }

  /// Asks the system, as connections do.
  ///
  /// The system cannot be told to stop; a look-up that is cancelled goes on unnoticed. At most
  /// eight run at once, others wait.
  package static let system = NameLookup { name in
    let answer = Promise<[IPAddress], any Error>()
    let operation = BlockOperation { answer.complete(Result { try systemAddresses(of: name) }) }
    answer.onCancel { operation.cancel() }
    queue.addOperation(operation)
    return try await withTaskCancellationHandler {
      try await answer.future.get()
    } onCancel: {
      answer.cancel()
    }
  }

  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "name look-ups"
    queue.maxConcurrentOperationCount = 8
    return queue
  }()

  /// What the system knows about a name; blocks.
  private static func systemAddresses(of name: String) throws -> [IPAddress] {
    var hints = addrinfo()
    #if canImport(Glibc)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
    hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_ADDRCONFIG
    var first: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(name, nil, &hints, &first)
    guard status == 0 else { throw LookupError(message: String(cString: gai_strerror(status))) }
    defer { freeaddrinfo(first) }
    var addresses: [IPAddress] = []
    var next = first
    while let info = next?.pointee {
      var text = [CChar](repeating: 0, count: 64)
      let length = socklen_t(text.count)
      let flags = NI_NUMERICHOST
      if getnameinfo(info.ai_addr, info.ai_addrlen, &text, length, nil, 0, flags) == 0 {
        let spelt = String(
          decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
          as: UTF8.self
        )
        // A zone says to which network a local address belongs.
        guard let address = IPAddress(String(spelt.prefix { $0 != "%" })) else {
          throw LookupError(message: "'\(spelt)' is no address")
        }
        addresses.append(address)
      }
      next = info.ai_next
    }
    return addresses
  }

  struct LookupError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }
}
