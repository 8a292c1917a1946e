import Testing

@testable import DupesKit

@Suite(.timeLimit(.minutes(10)))
struct SearchLogTests {
  @Test func theLogCountsFilesAndBytes() async throws {
    let folder = try TemporaryFolder()
    try folder.write("0123456789", to: "one", "two", "sub/three")
    try folder.write("012345678-", to: "four")
    try folder.write("x", to: "alone")
    let log = SearchLog()
    _ = try await folder.report(options: SearchOptions(firstBlock: 4), log: log)
    let progress = log.progress
    #expect(progress.filesFound == 5)
    #expect(progress.stage == .contents)
    #expect(progress.filesToRead == 4)
    #expect(progress.bytesToRead == 40)
    #expect(progress.bytesRead == 40)
  }

  @Test func eachStageHasItsWords() {
    let log = SearchLog()
    log.found(files: 12)
    #expect("\(log.progress)" == "12 files found")
    log.begin(.beginnings, files: 5, bytes: 20_000)
    log.read(bytes: 500)
    #expect("\(log.progress)" == "comparing the beginnings of 5 files, 500 bytes of 20 kB")
    log.begin(.contents, files: 2, bytes: 3_000_000)
    log.skipped([FileProblem(BytePath("a"), "Gone")])
    #expect("\(log.progress)" == "comparing 2 files, 0 bytes of 3.0 MB, 1 skipped")
  }
}
