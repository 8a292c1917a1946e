import Foundation
import Testing

@testable import DupesKit

@Suite(.timeLimit(.minutes(10)))
struct BytePathTests {
  @Test(arguments: [("a", "a/b"), ("a/", "a/b"), ("/", "/b"), (".", "./b")]
  )
  func anEntryIsJoinedWithOneSlash(folder: String, path: String) {
    #expect(BytePath(folder).appending("b".utf8) == BytePath(path))
  }

  @Test func orderIsThatOfTheBytesNotOfALanguage() {
    let paths = ["é", "b", "a/b", "a", "B", "a.b", "a b"].map { BytePath($0) }
    #expect(paths.sorted().map(\.lossyText) == ["B", "a", "a b", "a.b", "a/b", "b", "é"])
  }

  @Test func aPathThatIsNotUTF8HasNoTextButCanBeShown() {
    let path = BytePath(bytes: [0x61, 0x2F, 0xFF])
    #expect(path.text == nil)
    #expect(path.lossyText == "a/\u{FFFD}")
    #expect("\(path)" == "a/\\xff")
  }

  @Test func controlCharactersAreShownAsNumbers() {
    #expect("\(BytePath("a\u{1B}[2Jb\t\u{85}"))" == "a\\x1b[2Jb\\x09\\xc2\\x85")
  }

  #if os(Linux)
  @Test func filesWhoseNamesAreNotUTF8AreFoundToldApartAndNamedByTheirBytes() async throws {
    let folder = try TemporaryFolder()
    try folder.write("same", to: "plain")
    let paths = [[0xFF], [0xFE]].map { folder.path.appending($0) }
    for path in paths {
      let descriptor = open(path.nullTerminated, O_CREAT | O_WRONLY, 0o600)
      try #require(descriptor >= 0)
      #expect(write(descriptor, "same", 4) == 4)
      close(descriptor)
    }
    let report = try await folder.report()
    for path in paths { unlink(path.nullTerminated) }
    #expect(report.groups.map(\.paths) == [[folder.path("plain"), paths[1], paths[0]]])
    #expect(try report.json().contains(#""rawPaths""#))
    #expect(report.problems.isEmpty)
  }
  #endif
}
