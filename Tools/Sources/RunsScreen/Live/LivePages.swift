/// The pages that are open, which are told when what they show has changed.
///
/// While a page is open, one task looks at the store at an interval, once for all pages that show
/// the same.
actor LivePages {
  /// Returns what identifies the content of a page.
  typealias Look = @Sendable () async throws -> String

  private struct Page {
    let address: String
    let look: Look
    var seen: String
    var isAway = false
    let events: AsyncStream<String>.Continuation
  }

  private let interval: Duration
  private let maximum: Int
  private let clock: any Clock<Duration>
  private var pages: [Int: Page] = [:]
  private var lastNumber = 0
  private var looks = 0
  private var looking: Task<Void, Never>?

  init(_ options: ScreenOptions) {
    interval = options.interval
    maximum = options.maximumPages
    clock = options.clock
  }

  deinit { looking?.cancel() }

  /// Opens a page.
  ///
  /// - Parameters:
  ///   - address: The address of the page. Pages with the same address show the same.
  ///   - seen: What identifies the content that the page shows.
  ///   - look: Looks at the store.
  /// - Returns: The events for the page, or `nil` if too many pages are open.
  func open(
    _ address: String,
    seen: String,
    _ look: @escaping Look
  ) -> AsyncStream<String>? {
    guard pages.count < maximum else { return nil }
    lastNumber += 1
    let number = lastNumber
    let (stream, events) = AsyncStream.makeStream(
      of: String.self,
      bufferingPolicy: .bufferingNewest(4)
    )
    events.onTermination = { [weak self] _ in
      guard let self else { return }
      Task { await self.close(number) }
    }
    pages[number] = Page(address: address, look: look, seen: seen, events: events)
    // The browser knows with it that the server answers.
    events.yield(": open\n\n")
    if looking == nil { looking = Task { [weak self] in await self?.keepLooking() } }
    return stream
  }

  private func close(_ number: Int) {
    pages[number] = nil
    if pages.isEmpty {
      looking?.cancel()
      looking = nil
    }
  }

  private func keepLooking() async {
    while !Task.isCancelled, (try? await clock.sleep(for: interval)) != nil { await lookOnce() }
  }

  private func lookOnce() async {
    looks += 1
    // Without anything to write, a connection that was closed is not noticed.
    let isTimeForSign = looks.isMultiple(of: max(1, Int(Duration.seconds(15) / interval)))
    let all = pages.values.map { ($0.address, $0.look) }
    for (address, look) in Dictionary(all, uniquingKeysWith: { one, _ in one }) {
      let seen = try? await look()
      for (number, page) in pages where page.address == address {
        if let seen, page.isAway || seen != page.seen {
          page.events.yield("event: change\ndata: \(seen)\n\n")
          pages[number]?.seen = seen
          pages[number]?.isAway = false
        } else if seen == nil, !page.isAway {
          page.events.yield("event: away\ndata: away\n\n")
          pages[number]?.isAway = true
        } else if isTimeForSign {
          page.events.yield(":\n\n")
        }
      }
    }
  }
}
