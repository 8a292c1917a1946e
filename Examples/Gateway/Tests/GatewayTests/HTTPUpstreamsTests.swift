import Futures
import GatewayKit
import Hummingbird
import Logging
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPUpstreamsTests {
  @Test func anAnswerOfTooManyBytesIsNoAbsentUpstream() async throws {
    let router = Router()
    router.get("reviews/1") { _, _ in ByteBuffer(repeating: 32, count: (1 << 20) + 1) }
    let port = Promise<Int, any Error>()
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.succeed($0.localAddress?.port ?? 0) },
      logger: .quiet
    )
    let group = ServiceGroup(services: [application], logger: .quiet)
    async let end: Void = group.run()
    let client = HTTPClientService()
    let upstreams: any AsyncUpstreams = HTTPUpstreams(
      client.client,
      port: try await port.future.value
    )
    await #expect(throws: UpstreamError.tooLarge(maximum: 1 << 20)) {
      try await upstreams.get(.reviews)
    }
    #expect(!UpstreamError.tooLarge(maximum: 1 << 20).isTransient)
    try await client.client.shutdown()
    await group.triggerGracefulShutdown()
    try await end
  }
}
