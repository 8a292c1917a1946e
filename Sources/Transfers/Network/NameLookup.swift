internal import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A function that looks up the addresses of host names.
package final class NameLookup: Sendable {
  private let find: @Sendable (String) async throws -> [IPAddress]

  /// Creates a lookup.
  ///
  /// - Parameter find: A closure that returns the addresses of a name, in the order in which to try
  ///   them. It is called in the task that needs them. The name is unknown if the closure throws or
  ///   returns no address.
  package init(_ find: @escaping @Sendable (_ name: String) async throws -> [IPAddress]) {
    self.find = find
  }

  /// Returns the addresses of a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The addresses.
  /// - Throws: The errors of the lookup.
  package func addresses(of name: String) async throws -> [IPAddress] { try await find(name) }

  /// The system's lookup, which connections also use.
  ///
  /// A caller waits for at most five seconds. The system cannot cancel a lookup: one without a
  /// caller occupies only its thread, until the system gives up.
  package static let system: NameLookup = {
    let threads = LookupThreads { try systemAddresses(of: $0) }
    return NameLookup { try await threads.addresses(of: $0) }
  }()

  /// Returns the addresses that the system knows for a name.
  ///
  /// The call blocks.
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
        let notation = String(
          decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
          as: UTF8.self
        )
        // The zone of a local address names its network.
        guard let address = IPAddress(String(notation.prefix { $0 != "%" })) else {
          throw LookupError(message: "'\(notation)' is not an address")
        }
        addresses.append(address)
      }
      next = info.ai_next
    }
    return addresses
  }

  /// The error of a lookup.
  package struct LookupError: Error, CustomStringConvertible {
    /// The system's message.
    package let message: String

    /// Whether the lookup timed out.
    package var isTimeout = false

    package var description: String { message }
  }
}

extension NameLookup: Hashable {
  package static func == (first: NameLookup, second: NameLookup) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
