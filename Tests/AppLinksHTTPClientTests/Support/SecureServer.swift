#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS

/// A TLS server of one page for `shop.invalid`, on a local address and port.
struct SecureServer {
  let port: Int
  private let channel: any Channel

  /// The certificate of the server, which is also its root certificate.
  ///
  /// It is valid from 2020 to 2120.
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBazCCARCgAwIBAgIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxzaG9wLmlu
    dmFsaWQwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBcxFTATBgNV
    BAMMDHNob3AuaW52YWxpZDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGjPAcie
    WyqvMMpigvOcYRHt9z5RlmdFEP26aBYk9Ma62rp42bpKaNUpL1Wm2vyGI1JuaEl7
    VO1/YiDNlNidoM+jSzBJMBcGA1UdEQQQMA6CDHNob3AuaW52YWxpZDAPBgNVHRMB
    Af8EBTADAQH/MB0GA1UdDgQWBBQlydT1w0yiMMcNQUVKIFYReF3JuzAKBggqhkjO
    PQQDAgNJADBGAiEAzMGMnVfmnbgdmn57dEt+IB2OkRgpOp7ykojT4lBOBVECIQCC
    fkOo9vURXOSIVi8UZ2c431J3pvbq9UXA7PLDLWsoAA==
    -----END CERTIFICATE-----
    """

  /// The private key of the certificate, which protects nothing.
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKXi4kxYvVs2eoQSu
    Yfr7bjkb8BV/1f0D/V3WHKmNhPyhRANCAARozwHInlsqrzDKYoLznGER7fc+UZZn
    RRD9umgWJPTGutq6eNm6SmjVKS9Vptr8hiNSbmhJe1Ttf2IgzZTYnaDP
    -----END PRIVATE KEY-----
    """

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - address: The address to listen on.
  ///   - port: The port, or 0 for any free one.
  ///   - target: The target that the page declares, after `shop://`.
  /// - Throws: The error of the bootstrap.
  init(on address: String, port: Int = 0, target: String) async throws {
    let certificate = try NIOSSLCertificate(bytes: Array(Self.certificate.utf8), format: .pem)
    let key = try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem)
    let context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: [.certificate(certificate)],
        privateKey: .privateKey(key)
      )
    )
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let names = SNIHandler { name in
            channel.eventLoop.makeCompletedFuture {
              let pipeline = channel.pipeline.syncOperations
              try pipeline.addHandler(NIOSSLServerHandler(context: context))
              try pipeline.configureHTTPServerPipeline()
              try pipeline.addHandler(SecurePage(target: target, name: name))
            }
          }
          try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(names))
        }
      }
      .bind(host: address, port: port).get()
    self.port = channel.localAddress?.port ?? 0
  }

  func stop() async throws { try await channel.close() }
}

/// Answers each request with a page that declares the target, the server name of the TLS handshake
/// and the `Host` field, and keeps the connection open.
private final class SecurePage: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let target: String
  private let name: String
  private var host = ""

  init(target: String, name: SNIResult) {
    self.target = target
    self.name = if case .hostname(let name) = name { name } else { "-" }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): host = head.headers["host"].first ?? ""
    case .body: break
    case .end:
      let url = "shop://\(target)?name=\(name)&amp;host=\(host)"
      let page = ByteBuffer(string: #"<html><head><meta property="al:ios:url" content="\#(url)">"#)
      let headers: HTTPHeaders = ["Content-Length": "\(page.readableBytes)"]
      let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(page))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }
}
#endif
