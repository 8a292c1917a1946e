import AppLinks
import AppLinksResolving
import TestSupport
import Testing

/// Pages that arrive as an asynchronous sequence of chunks.
@Suite struct ScannerChunkTests {
  private static let chunks = [ScannedPage.tag("a") + "</head>", ScannedPage.tag("b"), "<p>", "x"]

  @Test(arguments: [
    (AppLinkScanner.Options(isHeadOnly: true), 1),
    (AppLinkScanner.Options(maximumTags: 1), 2),
    (AppLinkScanner.Options(maximumBytes: 40), 1),
    (AppLinkScanner.Options(), 5),
  ])
  func noChunkIsRequestedAfterTheScannerIsComplete(
    _ options: AppLinkScanner.Options,
    _ count: Int
  ) async {
    let requests = Counter()
    let stream = AsyncStream {
      let number = requests.add()
      return number <= Self.chunks.count ? Array(Self.chunks[number - 1].utf8) : nil
    }
    let metadata = await AppLinkMetadata(scanning: stream, options: options)
    #expect(metadata == AppLinkMetadata(html: Self.chunks.joined(), options: options))
    #expect(requests.value == count)
  }

  @Test func theCharsetOfTheHeaderIsUsed() async {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    continuation.yield(Array("<meta property=al:x content=".utf8) + [0xEF])
    continuation.yield([UInt8(ascii: ">")])
    continuation.finish()
    let metadata = await AppLinkMetadata(
      scanning: stream,
      contentType: "text/html; charset=windows-1251"
    )
    #expect(metadata.tags.map(\.content) == ["\u{43F}"])
  }

  @Test func theErrorOfTheSequenceIsThrown() async {
    let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    continuation.yield(Array(Self.chunks[0].utf8))
    continuation.finish(throwing: CancellationError())
    await #expect(throws: CancellationError.self) {
      try await AppLinkMetadata(scanning: stream)
    }
  }
}
