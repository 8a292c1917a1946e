import Foundation
import TestSupport
import Testing

@testable import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct FileSinkTests {
  /// The content has to reach the disk first, which takes longer than the call that cancels.
  @Test func aDownloadThatIsCancelledOnItsWayToTheDiskReplacesNothing() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a")
    let page = try #require(URL(string: "http://localhost/"))
    let response = try #require(
      HTTPURLResponse(url: page, statusCode: 200, httpVersion: nil, headerFields: nil)
    )
    var cancelled = 0
    for _ in 0..<50 {
      try Data("old".utf8).write(to: url)
      let sink = try FileSink(URLRequest(url: page), to: url, isResuming: false)
      _ = try sink.begin(response, length: nil)
      _ = try sink.append(Data("new".utf8))
      let outcome = await withCheckedContinuation { continuation in
        sink.finish { continuation.resume(returning: $0) }
        sink.giveUp(because: nil)
      }
      let isCancelled = outcome.failure is CancellationError
      if isCancelled { cancelled += 1 }
      #expect(try String(contentsOf: url, encoding: .utf8) == (isCancelled ? "old" : "new"))
      #expect(try folder.names == ["a"])
    }
    #expect(cancelled > 0)
  }
}
