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
    let started = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { started.continuation.yield($0.localAddress?.port ?? 0) },
      logger: .quiet
    )
    let group = ServiceGroup(services: [application], logger: .quiet)
    async let end: Void = group.run()
    let port = try #require(await started.stream.first { _ in true })
    let client = HTTPClientService()
    let upstreams: any AsyncUpstreams = HTTPUpstreams(client.client, port: port)
    await #expect(throws: UpstreamError.tooLarge(maximum: 1 << 20)) {
      try await upstreams.get(.reviews)
    }
    #expect(!UpstreamError.tooLarge(maximum: 1 << 20).isTransient)
    try await client.client.shutdown()
    await group.triggerGracefulShutdown()
    try await end
  }
}
