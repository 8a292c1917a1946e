import Foundation
import Testing

@testable import DupesKit

@Suite(.timeLimit(.minutes(10)))
struct ProblemTests {
  static let isRoot = getuid() == 0

  let folder: TemporaryFolder
  let log = SearchLog()

  init() throws { folder = try TemporaryFolder() }

  var search: DuplicateSearch {
    DuplicateSearch(options: SearchOptions(firstBlock: 4), log: log, token: .never)
  }

  @Test(.disabled(if: isRoot, "root reads all"))
  func anUnreadableFileIsReportedAndSkipped() async throws {
    try folder.write("same", to: "one", "two", "locked")
    try folder.set(.posixPermissions, of: "locked", to: 0)
    let report = try await folder.report()
    #expect(folder.names(in: report) == [["one", "two"]])
    #expect(report.problems == [FileProblem(folder.path("locked"), "Permission denied")])
  }

  @Test(.disabled(if: isRoot, "root reads all"))
  func anUnreadableFolderIsReportedAndSkipped() async throws {
    try folder.write("same", to: "one", "two", "locked/three")
    try folder.set(.posixPermissions, of: "locked", to: 0)
    let report = try await folder.report()
    try folder.set(.posixPermissions, of: "locked", to: 0o700)
    #expect(folder.names(in: report) == [["one", "two"]])
    #expect(report.problems == [FileProblem(folder.path("locked"), "Permission denied")])
  }

  @Test func aFolderThatDoesNotExistIsReportedTheOthersAreSearched() async throws {
    try folder.write("same", to: "real/one", "real/two")
    let report = try await folder.report(on: ["missing", "real"])
    #expect(folder.names(in: report) == [["real/one", "real/two"]])
    #expect(report.problems == [FileProblem(folder.path("missing"), "No such file or directory")])
  }

  @Test func aFileGivenAsAFolderIsReported() async throws {
    try folder.write("same", to: "one")
    let report = try await folder.report(on: ["one"])
    #expect(report.problems == [FileProblem(folder.path("one"), "Not a directory")])
  }

  @Test func problemsAreInTheOrderOfThePaths() async throws {
    let report = try await folder.report(on: ["c", "a", "B", "b"])
    #expect(report.problems.map { folder.name(of: $0.path) } == ["B", "a", "b", "c"])
    #expect(log.progress.problems == 0)
  }

  @Test func aFileThatVanishedSinceTheScanIsReportedAndSkipped() async throws {
    try folder.write("same", to: "one", "two", "gone")
    let found = try await search.files(below: [folder.path]).value
    try folder.remove("gone")
    let hashed = try await search.firstBlocks(of: found).value
    #expect(Set(hashed.map { folder.name(of: $0.file.path) }) == ["one", "two"])
    #expect(log.problems == [FileProblem(folder.path("gone"), "No such file or directory")])
    #expect(log.progress.problems == 1)
  }

  @Test func aFileThatVanishedAfterItsFirstBlockWasReadIsReportedAndSkipped() async throws {
    try folder.write("beginning", to: "one", "two", "gone")
    let found = try await search.files(below: [folder.path]).value
    let begun = try await search.firstBlocks(of: found).value
    try folder.remove("gone")
    let hashed = try await search.contents(of: begun).value
    #expect(Set(hashed.map { folder.name(of: $0.file.path) }) == ["one", "two"])
    #expect(log.problems.map(\.path) == [folder.path("gone")])
  }

  @Test(arguments: ["", "longer one"]
  )
  func aFileThatChangedSinceTheScanIsReportedAndSkipped(content: String) async throws {
    try folder.write("same", to: "one", "two", "changed")
    let found = try await search.files(below: [folder.path]).value
    try folder.write(content, to: "changed")
    let hashed = try await search.firstBlocks(of: found).value
    #expect(Set(hashed.map { folder.name(of: $0.file.path) }) == ["one", "two"])
    #expect(
      log.problems
        == [FileProblem(folder.path("changed"), "Changed while it was being compared")]
    )
  }

  @Test func aFileThatWasWrittenToWithoutChangingItsSizeIsNoticed() async throws {
    try folder.write("beginning", to: "one", "two", "changed")
    let found = try await search.files(below: [folder.path]).value
    let begun = try await search.firstBlocks(of: found).value
    try folder.set(.modificationDate, of: "changed", to: Date(timeIntervalSince1970: 1))
    _ = try await search.contents(of: begun).value
    #expect(log.problems.map(\.path) == [folder.path("changed")])
  }

  @Test func aPipeOrALinkInThePlaceOfAFileIsNeitherWaitedForNorFollowed() async throws {
    try folder.write("same", to: "file", "pipe", "link")
    let found = try await search.files(below: [folder.path]).value
    try folder.remove("pipe")
    try folder.remove("link")
    #expect(mkfifo(folder.path("pipe").lossyText, 0o600) == 0)
    try folder.linkSymbolically("link", to: "file")
    let hashed = try await search.firstBlocks(of: found).value
    #expect(hashed.map { folder.name(of: $0.file.path) } == ["file"])
    #expect(log.problems.map(\.path) == [folder.path("link"), folder.path("pipe")])
  }
}
