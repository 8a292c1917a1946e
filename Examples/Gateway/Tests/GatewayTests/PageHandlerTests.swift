import Futures
import FuturesTesting
import GatewayKit
import Testing

/// What both implementations do with the same answers.
@Suite(.timeLimit(.minutes(10)))
struct PageHandlerTests {
  private let clock = ManualClock()

  private func handler(
    _ style: PageStyle,
    _ upstreams: ScriptedUpstreams
  ) -> any PageHandler {
    switch style {
    case .tenon: FuturesPageHandler(upstreams, clock: clock)
    case .tasks: TasksPageHandler(upstreams, clock: clock)
    }
  }

  @Test(arguments: PageStyle.allCases)
  func healthyUpstreamsGiveAWholePage(style: PageStyle) async throws {
    let page = try await handler(style, ScriptedUpstreams(.healthy)).page(1)
    #expect(page.product.name == "Lamp")
    #expect(page.price?.cents == 1990)
    #expect(page.reviews?.map(\.stars) == [5])
    #expect(page.missing.isEmpty)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test(arguments: PageStyle.allCases)
  func aPartThatFailsIsMissingWithTheReason(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(
      .healthy
        .with(.price(), .failure(.status(404)))
        .with(.reviews, .success("not JSON"))
    )
    let page = try await handler(style, upstreams).page(1)
    #expect(page.product.name == "Lamp")
    #expect(page.price == nil)
    #expect(page.reviews == nil)
    #expect(
      page.missing.map { "\($0.part): \($0.reason)" } == [
        "price: the upstream answered 404",
        "reviews: the answer of the upstream could not be read",
      ]
    )
    #expect(!upstreams.wasMade(.price(attempt: 2)))
  }

  @Test(arguments: PageStyle.allCases)
  func aPartThatIsLateIsMissingAndItsCallIsCancelled(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(.healthy.with(.reviews, nil))
    let handler = handler(style, upstreams)
    async let page = handler.page(1)
    try await upstreams.arrival(of: .reviews)
    try await clock.waitForTimer(dueIn: PageLimits().reviews)
    clock.advance(by: PageLimits().reviews)
    #expect(try await page.missing.map(\.part) == ["reviews"])
    #expect(try await page.missing.map(\.reason) == ["no answer within 0.25 seconds"])
    #expect(try await page.price?.cents == 1990)
    try await upstreams.cancellation(of: .reviews)
  }

  @Test(arguments: PageStyle.allCases)
  func thePriceIsKnownAfterTheThirdAttempt(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(
      .healthy
        .with(.price(attempt: 1), .failure(.status(503)))
        .with(.price(attempt: 2), .failure(.unreachable("connection reset")))
        .with(.price(attempt: 3), Answer.price)
    )
    let handler = handler(style, upstreams)
    async let page = handler.page(1)
    try await clock.waitForTimer(dueAt: .init(offset: .milliseconds(20)))
    #expect(!upstreams.wasMade(.price(attempt: 2)))
    clock.advance(by: .milliseconds(20))
    try await clock.waitForTimer(dueAt: .init(offset: .milliseconds(60)))
    #expect(!upstreams.wasMade(.price(attempt: 3)))
    clock.advance(by: .milliseconds(40))
    #expect(try await page.price?.cents == 1990)
    #expect(try await page.missing.isEmpty)
  }

  @Test(arguments: PageStyle.allCases)
  func theErrorOfTheThirdAttemptIsFinal(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(
      .healthy
        .with(.price(attempt: 1), .failure(.status(500)))
        .with(.price(attempt: 2), .failure(.status(501)))
        .with(.price(attempt: 3), .failure(.status(502)))
    )
    let handler = handler(style, upstreams)
    let page = Future { try await handler.page(1) }
    try await clock.run(until: page, within: .milliseconds(60))
    #expect(try await page.value.missing.map(\.reason) == ["the upstream answered 502"])
    #expect(!upstreams.wasMade(.price(attempt: 4)))
  }

  @Test(arguments: PageStyle.allCases)
  func theSlowerMirrorIsCancelled(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(.healthy.with(.mirrorA, nil).with(.mirrorB, nil))
    let handler = handler(style, upstreams)
    async let page = handler.page(1)
    try await upstreams.arrival(of: .mirrorA)
    try await upstreams.arrival(of: .mirrorB)
    upstreams.answer(.mirrorB, with: Answer.product)
    #expect(try await page.product.name == "Lamp")
    try await upstreams.cancellation(of: .mirrorA)
  }

  @Test(arguments: PageStyle.allCases)
  func aMirrorThatFailsDoesNotDecide(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(
      .healthy.with(.mirrorA, .failure(.status(500))).with(.mirrorB, nil)
    )
    let handler = handler(style, upstreams)
    async let page = handler.page(1)
    try await upstreams.arrival(of: .mirrorB)
    upstreams.answer(.mirrorB, with: Answer.product)
    #expect(try await page.product.name == "Lamp")
  }

  @Test(
    arguments: PageStyle.allCases
  )
  func withoutAMirrorThereIsNoPageAndTheRestIsCancelled(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(
      [UpstreamCall.mirrorB: .failure(.status(503))]
    )
    let handler = handler(style, upstreams)
    let page = Future { try await handler.page(1) }
    for call in [UpstreamCall.mirrorA, .price(), .reviews] { try await upstreams.arrival(of: call) }
    upstreams.answer(.mirrorA, with: .failure(.status(500)))
    await #expect(throws: UpstreamError.noMirror([.status(500), .status(503)])) {
      try await page.value
    }
    for call in [UpstreamCall.price(), .reviews] { try await upstreams.cancellation(of: call) }
  }

  @Test(arguments: PageStyle.allCases)
  func aProductThatIsLateIsAnError(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams(.healthy.with(.mirrorA, nil).with(.mirrorB, nil))
    let handler = handler(style, upstreams)
    let page = Future { try await handler.page(1) }
    try await clock.waitForTimer(dueIn: PageLimits().product)
    for call in UpstreamCall.mirrors.map({ UpstreamCall(to: $0, id: 1) }) {
      try await upstreams.arrival(of: call)
    }
    clock.advance(by: PageLimits().product)
    await #expect(throws: UpstreamError.late(PageLimits().product)) { try await page.value }
    try await upstreams.cancellation(of: .mirrorA)
    try await upstreams.cancellation(of: .mirrorB)
  }

  @Test(arguments: PageStyle.allCases)
  func cancellingTheTaskCancelsEveryCall(style: PageStyle) async throws {
    let upstreams = ScriptedUpstreams()
    let handler = handler(style, upstreams)
    let calls = [UpstreamCall.mirrorA, .mirrorB, .price(), .reviews]
    let task = Task { try await handler.page(1) }
    for call in calls { try await upstreams.arrival(of: call) }
    task.cancel()
    for call in calls { try await upstreams.cancellation(of: call) }
    let error = await #expect(throws: (any Error).self) { try await task.value }
    #expect(error.map(isCancellation) == true)
    #expect(clock.pendingTimers.isEmpty)
  }
}
