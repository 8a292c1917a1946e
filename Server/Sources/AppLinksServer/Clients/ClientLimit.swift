import HTTPTypes
import Hummingbird
import NIOCore
import Transfers

/// Identifies the client of each request, and refuses clients without a key where one is required.
struct ClientLimit: RouterMiddleware {
  typealias Context = ServerContext

  let keys: APIKeys
  let requiresKey: Bool
  let anonymous: ClientLimits
  /// Whether a proxy in front of the server names the client in `X-Forwarded-For`.
  let isBehindProxy: Bool

  func handle(
    _ request: Request,
    context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.client = try client(of: request, context)
    return try await next(request, context)
  }

  private func client(of request: Request, _ context: ServerContext) throws(Problem) -> Client {
    // A proxy in front of the server may use other schemes.
    let words = request.headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
    if words.first?.lowercased() == "bearer" {
      guard words.count == 2, let key = keys.key(String(words[1])) else { throw .keyUnknown }
      return Client(name: "key \(key.name)", limits: key.limits, hasKey: true)
    }
    if requiresKey { throw .keyMissing }
    return Client(name: network(of: request, context), limits: anonymous, hasKey: false)
  }

  /// Returns the client's network: an IPv4 address, or the first 64 bits of an IPv6 address.
  private func network(of request: Request, _ context: ServerContext) -> String {
    if isBehindProxy, let list = request.headers[.xForwardedFor],
      let last = list.split(separator: ",").last
    {
      return Self.network(Self.withoutPort(last.filter { !$0.isWhitespace }))
    }
    return Self.network(context.remoteAddress?.ipAddress)
  }

  /// Returns an address as some proxies write it, such as `203.0.113.8:2222` or
  /// `[2001:db8::1]:44`, without brackets and port.
  private static func withoutPort(_ text: String) -> String {
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    return text.count { $0 == ":" } == 1 ? String(text.prefix { $0 != ":" }) : text
  }

  private static func network(_ address: String?) -> String {
    guard let bytes = address.flatMap(IPAddress.init)?.bytes else { return "local" }
    let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    let isVersion4 = isMapped || bytes.count == 4
    let network = isVersion4 ? bytes.suffix(4) : bytes.prefix(8)
    // A number takes much less time to write than the bytes.
    let number = network.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return (isVersion4 ? "ip4 " : "ip6 ") + String(number, radix: 16)
  }
}

extension HTTPField.Name {
  static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
