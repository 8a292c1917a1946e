import Testing

@testable import DupesKit

@Suite(.timeLimit(.minutes(10)))
struct LinkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func symbolicLinksAreNoFilesAndLinksToFoldersAreNotFollowed() async throws {
    try folder.write("same", to: "one", "elsewhere/two")
    try folder.linkSymbolically("link to file", to: "one")
    try folder.linkSymbolically("link to folder", to: "elsewhere")
    try folder.linkSymbolically("link to nothing", to: "nowhere")
    try folder.linkSymbolically("elsewhere/link to parent", to: "..")
    let report = try await folder.report()
    #expect(folder.names(in: report) == [["elsewhere/two", "one"]])
    #expect(report.problems.isEmpty)
  }

  @Test func aSymbolicLinkThatIsNamedAsTheFolderToSearchIsFollowed() async throws {
    try folder.write("same", to: "real/one", "real/two")
    try folder.linkSymbolically("link", to: "real")
    let report = try await folder.report(on: ["link"])
    #expect(folder.names(in: report) == [["link/one", "link/two"]])
  }

  @Test func hardLinksToOneFileAreNoDuplicates() async throws {
    try folder.write("same", to: "one")
    try folder.linkHard("two", to: "one")
    #expect(try await folder.report().groups.isEmpty)
  }

  @Test func aFileWithHardLinksCountsOnceUnderTheBytewiseFirstPath() async throws {
    try folder.write("same", to: "copy", "m")
    try folder.linkHard("B", to: "m")
    try folder.linkHard("a", to: "m")
    let report = try await folder.report()
    #expect(folder.names(in: report) == [["B", "copy"]])
    #expect(report.waste == 4)
  }

  @Test func aFolderGivenTwiceOrWithinAnotherCountsOnce() async throws {
    try folder.write("same", to: "outer/one", "outer/inner/two")
    let forwards = try await folder.report(on: ["outer", "outer/inner", "outer"])
    let backwards = try await folder.report(on: ["outer/inner", "outer", "outer"])
    #expect(folder.names(in: forwards) == [["outer/inner/two", "outer/one"]])
    #expect(forwards == backwards)
  }

  @Test func filesInFoldersThatHaveNothingToDoWithEachOtherAreCompared() async throws {
    try folder.write("same", to: "left/one", "right/two", "middle/three")
    let report = try await folder.report(on: ["right", "left"])
    #expect(folder.names(in: report) == [["left/one", "right/two"]])
  }
}
