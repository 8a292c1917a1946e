import Testing

@testable import DupesKit

@Suite(.timeLimit(.minutes(10)))
struct ComparisonTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func equalFilesInDifferentFoldersAreOneGroup() async throws {
    try folder.write("same", to: "one", "sub/two", "sub/deeper/three")
    try folder.write("other", to: "sub/four")
    let report = try await folder.report()
    #expect(folder.names(in: report) == [["one", "sub/deeper/three", "sub/two"]])
    #expect(report.problems.isEmpty)
  }

  @Test func filesOfOneSizeWithDifferentContentAreNoDuplicates() async throws {
    try folder.write("abcd", to: "one")
    try folder.write("abce", to: "two")
    #expect(try await folder.report().groups.isEmpty)
  }

  @Test func filesThatDifferOnlyAfterTheFirstBlockAreToldApart() async throws {
    let beginning = String(repeating: "b", count: SearchOptions().firstBlock)
    try folder.write(beginning + "1", to: "one", "other one")
    try folder.write(beginning + "2", to: "two")
    #expect(try await folder.names(in: folder.report()) == [["one", "other one"]])
  }

  @Test func filesThatDifferInTheFirstBlockAreNotReadToTheirEnd() async throws {
    try folder.write("1" + String(repeating: "e", count: 99), to: "one")
    try folder.write("2" + String(repeating: "e", count: 99), to: "two")
    let log = SearchLog()
    _ = try await folder.report(options: SearchOptions(firstBlock: 10), log: log)
    #expect(log.progress.stage == .contents)
    #expect(log.progress.filesToRead == 0)
  }

  @Test func aFileLongerThanTheReadBufferIsHashedWhole() async throws {
    try folder.write(String(repeating: "0123456789", count: 100_000), to: "one", "two")
    let group = try #require(try await folder.report().groups.first)
    // yes 0123456789 | tr -d '\n' | head -c 1000000 | sha256sum
    #expect(group.sha256 == "ec21d64624228af3ecd4bdaa8239e32ed943b01e26934cd5610fddb361426dc6")
    #expect(group.size == 1_000_000)
  }

  @Test(arguments: [1, 3, 4, 5, 1 << 20])
  func anySizeOfTheFirstBlockFindsTheSameGroups(size: Int) async throws {
    try folder.write("aaaa", to: "1", "2")
    try folder.write("aaab", to: "3", "4")
    try folder.write("aaac", to: "5")
    try folder.write("", to: "6", "7")
    let report = try await folder.report(options: SearchOptions(firstBlock: size))
    #expect(folder.names(in: report) == [["1", "2"], ["3", "4"], ["6", "7"]])
  }

  @Test func emptyFilesAreDuplicatesOfEachOther() async throws {
    try folder.write("", to: "one", "two")
    let group = try #require(try await folder.report().groups.first)
    #expect(group.size == 0)
    #expect(group.waste == 0)
    #expect(
      group.sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
  }

  @Test(arguments: [(0, 3), (1, 2), (3, 2), (4, 1)])
  func filesBelowTheMinimumSizeAreLeftOut(minimum: Int, groups: Int) async throws {
    try folder.write("", to: "1", "2")
    try folder.write("abc", to: "3", "4")
    try folder.write("abcd", to: "5", "6")
    let report = try await folder.report(options: SearchOptions(minimumSize: minimum))
    #expect(report.groups.count == groups)
  }

  @Test(arguments: [1, 2, 7])
  func moreFilesThanOneBatchHoldsAreAllCompared(jobs: Int) async throws {
    for number in 0..<300 { try folder.write("content \(number % 100)", to: "\(number)") }
    let report = try await folder.report(options: SearchOptions(jobs: jobs))
    #expect(report.groups.count == 100)
    #expect(report.fileCount == 300)
  }

  @Test func aFolderWithoutFilesGivesAnEmptyReport() async throws {
    #expect(try await folder.report() == DuplicateReport(groups: [], problems: []))
  }
}
