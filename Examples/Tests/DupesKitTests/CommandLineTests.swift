import ArgumentParser
import Testing

@testable import dupes

@Suite("arguments of dupes")
struct CommandLineTests {
  @Test("folders alone are enough")
  func folders() throws {
    let command = try Dupes.parse(["one", "two"])
    #expect(command.folders == ["one", "two"])
    #expect(command.minSize == 0)
    #expect(command.jobs >= 1)
    #expect(!command.json)
  }

  @Test("options may come before or after folders")
  func options() throws {
    let command = try Dupes.parse(["--json", "one", "--min-size", "1", "--jobs", "3"])
    #expect(command.json)
    #expect(command.minSize == 1)
    #expect(command.jobs == 3)
  }

  @Test(
    "wrong arguments are refused with status 64",
    arguments: [
      [], ["one", "--min-size", "-1"], ["one", "--min-size=-1"], ["one", "--min-size", "many"],
      ["one", "--jobs", "0"], ["one", "--nonsense"],
    ]
  )
  func wrong(arguments: [String]) {
    #expect {
      try Dupes.parse(arguments)
    } throws: { error in
      Dupes.exitCode(for: error).rawValue == 64
    }
  }
}
