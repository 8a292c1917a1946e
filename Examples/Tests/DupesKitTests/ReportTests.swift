import Foundation
import Testing

@testable import DupesKit

@Suite struct ReportTests {
  static let report = DuplicateReport(
    groups: [
      DuplicateGroup(size: 600_000, sha256: "aa", paths: [BytePath("a/1"), BytePath("a/\"2\"")]),
      DuplicateGroup(
        size: 1,
        sha256: "bb",
        paths: [BytePath("b\n1"), BytePath("é"), BytePath(bytes: [0x66, 0xFF, 0x1B])]
      ),
    ],
    problems: []
  )

  @Test func textHasTheGroupsAndTheTotals() {
    #expect(
      "\(Self.report)" == """
        2 files of 600 kB, 600 kB could be freed
          a/1
          a/"2"

        3 files of 1 byte, 2 bytes could be freed
          b\\x0a1
          é
          f\\xff\\x1b

        2 groups, 5 files, 600 kB could be freed
        """
    )
  }

  @Test func sumsBeyondTheLargestNumberAreThatNumber() {
    let paths = ["a", "b", "c"].map { BytePath($0) }
    let group = DuplicateGroup(size: .max - 1, sha256: "aa", paths: paths)
    #expect(group.waste == .max)
    #expect(DuplicateReport(groups: [group, group], problems: []).waste == .max)
    #expect([.max - 1, 1].total == .max)
    #expect([.max - 1, 2].total == .max)
    #expect([1, 2].total == 3)
  }

  @Test func textWithoutGroupsIsTheTotals() {
    let report = DuplicateReport(groups: [], problems: [])
    #expect("\(report)" == "0 groups, 0 files, 0 bytes could be freed")
  }

  @Test func jsonHasALineForEachGroupAndTheBytesOfPathsThatAreNotUTF8() throws {
    #expect(
      try Self.report.json() == #"""
        [
        {"size":600000,"sha256":"aa","paths":["a/1","a/\"2\""]},
        {"size":1,"sha256":"bb","paths":["b\n1","é","f�\u001b"],"rawPaths":["Ygox","w6k=","Zv8b"]}
        ]
        """#
    )
  }

  @Test func jsonCanBeReadBack() throws {
    struct Group: Decodable {
      let size: Int
      let sha256: String
      let paths: [String]
      let rawPaths: [Data]?
    }
    let json = Data(try Self.report.json().utf8)
    let groups = try JSONDecoder().decode([Group].self, from: json)
    #expect(groups.map(\.size) == [600_000, 1])
    #expect(groups.map(\.sha256) == ["aa", "bb"])
    #expect(groups[0].paths == ["a/1", "a/\"2\""])
    #expect(groups[0].rawPaths == nil)
    #expect(groups[1].paths == ["b\n1", "é", "f\u{FFFD}\u{1B}"])
    #expect(groups[1].rawPaths?.map(Array.init) == Self.report.groups[1].paths.map(\.bytes))
  }

  @Test func jsonWithoutGroupsIsAnEmptyArray() throws {
    #expect(try DuplicateReport(groups: [], problems: []).json() == "[]")
  }

  @Test func groupsComeWithTheLargestWasteFirstThenInTheOrderOfPaths() async throws {
    let folder = try TemporaryFolder()
    try folder.write("1234", to: "four a", "four b")
    try folder.write("ab", to: "z1", "z2", "z3")
    try folder.write("cd", to: "Z1", "Z2", "Z3")
    try folder.write("123456789", to: "nine a", "nine b")
    let report = try await folder.report()
    #expect(
      folder.names(in: report) == [
        ["nine a", "nine b"], ["Z1", "Z2", "Z3"], ["four a", "four b"], ["z1", "z2", "z3"],
      ]
    )
    #expect(report.waste == 9 + 4 + 4 + 4)
    #expect(report.fileCount == 10)
  }

  @Test func twoSearchesGiveTheSameReport() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<100 { try folder.write("\(number % 7)", to: "\(number)/file") }
    #expect(try await folder.report().json() == folder.report().json())
  }

  @Test func aProblemIsOneLine() {
    let problem = FileProblem(BytePath("a\nb"), "Permission denied")
    #expect("\(problem)" == "a\\x0ab: Permission denied")
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1049, "1.0 kB"),
    (1051, "1.1 kB"), (9949, "9.9 kB"), (9951, "10 kB"), (999_499, "999 kB"),
    (999_500, "1.0 MB"), (4_200_000, "4.2 MB"), (13_000_000_000, "13 GB"),
    (Int.max, "9.2 EB"),
  ]
  )
  func sizesAreRoundedToWhatPeopleRead(bytes: Int, text: String) {
    #expect("\(ByteCount(bytes))" == text)
  }
}
