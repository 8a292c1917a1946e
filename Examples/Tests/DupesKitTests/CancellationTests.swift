import Futures
import Testing

@testable import DupesKit

@Suite(.timeLimit(.minutes(10)))
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

  @Test func aSearchThatIsCancelledFromTheStartListsNothing() async {
    cancellation.cancel()
    await #expect(throws: CancellationError.self) {
      try await findDuplicates(in: [folder.path], log: log, cancellation: cancellation.token).value
    }
    #expect(log.progress == SearchProgress())
  }

  @Test func aSearchThatIsCancelledAfterTheScanReadsNothing() async throws {
    let found = try await search.files(below: [folder.path]).value
    cancellation.cancel()
    await #expect(throws: CancellationError.self) {
      try await search.firstBlocks(of: found).value
    }
    #expect(log.progress.bytesRead == 0)
    #expect(log.problems.isEmpty)
  }

  @Test func aSearchThatIsCancelledAfterTheFirstBlocksReadsNoFurther() async throws {
    let found = try await search.files(below: [folder.path]).value
    let begun = try await search.firstBlocks(of: found).value
    cancellation.cancel()
    await #expect(throws: CancellationError.self) {
      try await search.contents(of: begun).value
    }
    #expect(log.progress.bytesRead == 0)
  }

  @Test func cancellingEndsTheReadingOfALongFile() throws {
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

  @Test func aTokenThatIsNeverCancelledChangesNothing() async throws {
    let report = try await findDuplicates(in: [folder.path], cancellation: cancellation.token).value
    #expect(folder.names(in: report) == [["one", "two"]])
  }
}
