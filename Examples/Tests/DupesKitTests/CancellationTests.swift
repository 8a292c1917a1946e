import Futures
import Testing

@testable import DupesKit

@Suite("ending a search early", .timeLimit(.minutes(1)))
struct CancellationTests {
  let folder: TemporaryFolder
  let log = SearchLog()
  let cancellation = CancellationSource()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("beginning", to: "one", "two")
  }

  var search: DuplicateSearch {
    DuplicateSearch(
      options: SearchOptions(firstBlock: 4),
      log: log,
      token: cancellation.token
    )
  }

  @Test("a search that is cancelled from the start lists nothing")
  func cancelledFromTheStart() async {
    cancellation.cancel()
    await #expect(throws: CancellationError.self) {
      try await findDuplicates(in: [folder.path], log: log, cancellation: cancellation.token).value
    }
    #expect(log.progress == SearchProgress())
  }

  @Test("a search that is cancelled after the scan reads nothing")
  func cancelledAfterTheScan() async throws {
    let found = try await search.files(below: [folder.path]).value
    cancellation.cancel()
    await #expect(throws: CancellationError.self) {
      try await search.firstBlocks(of: found).value
    }
    #expect(log.progress.bytesRead == 0)
    #expect(log.problems.isEmpty)
  }

  @Test("a search that is cancelled after the first blocks reads no further")
  func cancelledAfterTheFirstBlocks() async throws {
    let found = try await search.files(below: [folder.path]).value
    let begun = try await search.firstBlocks(of: found).value
    cancellation.cancel()
    await #expect(throws: CancellationError.self) {
      try await search.contents(of: begun).value
    }
    #expect(log.progress.bytesRead == 0)
  }

  @Test("cancelling ends the reading of a long file")
  func cancelledWithinAFile() throws {
    try folder.write(String(repeating: "0123456789", count: 100_000), to: "long")
    let file = try #require(FolderListing(of: folder.path).files.first { $0.size == 1_000_000 })
    var bytesRead = 0
    #expect(throws: CancellationError.self) {
      try HashedFile(file) { count in
        bytesRead += count
        cancellation.cancel()
        try cancellation.token.throwIfCancelled()
      }
    }
    #expect(bytesRead > 0)
    #expect(bytesRead < file.size)
  }

  @Test("a token that is never cancelled changes nothing")
  func notCancelled() async throws {
    let report = try await findDuplicates(in: [folder.path], cancellation: cancellation.token).value
    #expect(folder.names(in: report) == [["one", "two"]])
  }
}
