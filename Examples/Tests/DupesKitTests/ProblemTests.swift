import Foundation
import Testing

@testable import DupesKit

@Suite("files that cannot be compared", .timeLimit(.minutes(1)))
struct ProblemTests {
  static let isRoot = getuid() == 0

  let folder: TemporaryFolder
  let log = SearchLog()

  init() throws { folder = try TemporaryFolder() }

  var search: DuplicateSearch {
    DuplicateSearch(options: SearchOptions(firstBlock: 4), log: log, token: .never)
  }

  @Test("an unreadable file is reported and skipped", .disabled(if: isRoot, "root reads all"))
  func unreadableFile() async throws {
    try folder.write("same", to: "one", "two", "locked")
    try folder.set(.posixPermissions, of: "locked", to: 0)
    let report = try await folder.report()
    #expect(folder.names(in: report) == [["one", "two"]])
    #expect(report.problems == [FileProblem(folder.path("locked"), "Permission denied")])
  }

  @Test("an unreadable folder is reported and skipped", .disabled(if: isRoot, "root reads all"))
  func unreadableFolder() async throws {
    try folder.write("same", to: "one", "two", "locked/three")
    try folder.set(.posixPermissions, of: "locked", to: 0)
    let report = try await folder.report()
    try folder.set(.posixPermissions, of: "locked", to: 0o700)
    #expect(folder.names(in: report) == [["one", "two"]])
    #expect(report.problems == [FileProblem(folder.path("locked"), "Permission denied")])
  }

  @Test("a folder that does not exist is reported, the others are searched")
  func missingFolder() async throws {
    try folder.write("same", to: "real/one", "real/two")
    let report = try await folder.report(on: ["missing", "real"])
    #expect(folder.names(in: report) == [["real/one", "real/two"]])
    #expect(report.problems == [FileProblem(folder.path("missing"), "No such file or directory")])
  }

  @Test("a file given as a folder is reported")
  func fileAsFolder() async throws {
    try folder.write("same", to: "one")
    let report = try await folder.report(on: ["one"])
    #expect(report.problems == [FileProblem(folder.path("one"), "Not a directory")])
  }

  @Test("problems are in the order of the paths")
  func orderOfProblems() async throws {
    let report = try await folder.report(on: ["c", "a", "B", "b"])
    #expect(report.problems.map { folder.name(of: $0.path) } == ["B", "a", "b", "c"])
    #expect(log.progress.problems == 0)
  }

  @Test("a file that vanished since the scan is reported and skipped")
  func vanishedFile() async throws {
    try folder.write("same", to: "one", "two", "gone")
    let found = try await search.files(below: [folder.path]).value
    try folder.remove("gone")
    let hashed = try await search.firstBlocks(of: found).value
    #expect(Set(hashed.map { folder.name(of: $0.file.path) }) == ["one", "two"])
    #expect(log.problems == [FileProblem(folder.path("gone"), "No such file or directory")])
    #expect(log.progress.problems == 1)
  }

  @Test("a file that vanished after its first block was read is reported and skipped")
  func vanishedLater() async throws {
    try folder.write("beginning", to: "one", "two", "gone")
    let found = try await search.files(below: [folder.path]).value
    let begun = try await search.firstBlocks(of: found).value
    try folder.remove("gone")
    let hashed = try await search.contents(of: begun).value
    #expect(Set(hashed.map { folder.name(of: $0.file.path) }) == ["one", "two"])
    #expect(log.problems.map(\.path) == [folder.path("gone")])
  }

  @Test(
    "a file that changed since the scan is reported and skipped",
    arguments: ["", "longer one"]
  )
  func changedSize(content: String) async throws {
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

  @Test("a file that was written to without changing its size is noticed")
  func changedContent() async throws {
    try folder.write("beginning", to: "one", "two", "changed")
    let found = try await search.files(below: [folder.path]).value
    let begun = try await search.firstBlocks(of: found).value
    try folder.set(.modificationDate, of: "changed", to: Date(timeIntervalSince1970: 1))
    _ = try await search.contents(of: begun).value
    #expect(log.problems.map(\.path) == [folder.path("changed")])
  }

  @Test("a pipe or a link in the place of a file is neither waited for nor followed")
  func replacedFiles() async throws {
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
