import ArgumentParser
import Testing

@testable import dupes

@Suite struct CommandLineTests {
  @Test func foldersAloneAreEnough() throws {
    let command = try Dupes.parse(["one", "two"])
    #expect(command.folders == ["one", "two"])
    #expect(command.minSize == 0)
    #expect(command.jobs >= 1)
    #expect(!command.json)
  }

  @Test func optionsMayComeBeforeOrAfterFolders() throws {
    let command = try Dupes.parse(["--json", "one", "--min-size", "1", "--jobs", "3"])
    #expect(command.json)
    #expect(command.minSize == 1)
    #expect(command.jobs == 3)
  }

  @Test(arguments: [
    [], ["one", "--min-size", "-1"], ["one", "--min-size=-1"], ["one", "--min-size", "many"],
    ["one", "--jobs", "0"], ["one", "--nonsense"],
  ]
  )
  func wrongArgumentsAreRefusedWithStatus64(arguments: [String]) {
    #expect {
      try Dupes.parse(arguments)
    } throws: { error in
      Dupes.exitCode(for: error).rawValue == 64
    }
  }
}
