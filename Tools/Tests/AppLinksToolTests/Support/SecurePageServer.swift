import NIOCore
import NIOPosix
import NIOSSL

/// A local server of one page for `shop.invalid` over TLS.
struct SecurePageServer {
  let port: Int
  private let channel: any Channel

  /// The certificate of the server, which is also its root.
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

  /// The key of the certificate, which protects nothing.
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKXi4kxYvVs2eoQSu
    Yfr7bjkb8BV/1f0D/V3WHKmNhPyhRANCAARozwHInlsqrzDKYoLznGER7fc+UZZn
    RRD9umgWJPTGutq6eNm6SmjVKS9Vptr8hiNSbmhJe1Ttf2IgzZTYnaDP
    -----END PRIVATE KEY-----
    """

  init(_ html: String) async throws {
    let certificate = try NIOSSLCertificate(bytes: Array(Self.certificate.utf8), format: .pem)
    let key = try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem)
    let context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: [.certificate(certificate)],
        privateKey: .privateKey(key)
      )
    )
    let answer = PageServer.page(html)
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(NIOSSLServerHandler(context: context))
          try pipeline.addHandler(PageWriter(answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  func stop() async throws { try await channel.close() }
}

/// Answers the first bytes of a connection, and closes it.
private final class PageWriter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var answer: String?

  init(_ answer: String) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard let answer else { return }
    self.answer = nil
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
    context.close(promise: nil)
  }
}
