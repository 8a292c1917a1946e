import Explorer
import Foundation
import Scenarios
import Testing

extension ExplorerTests {
  /// The scenarios with a small bound; `scripts/check.sh explore` goes further.
  @Suite struct ScenarioTests {
    @Test(arguments: allScenarios)
    func findsNothing(_ scenario: Scenario) {
      let report = scenario.explore(Bounds(preemptions: 1, spuriousFailures: 1))
      #expect(report.finding == nil)
      #expect(report.schedules > 10)
    }

    @Test func namesDiffer() {
      #expect(Set(allScenarios.map(\.name)).count == allScenarios.count)
    }

    /// `scripts/explorer-mutants.sh --check` tells whether the patches apply.
    @Test func mutantsNameScenarios() throws {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let patches = try FileManager.default.contentsOfDirectory(
        at: tests.appending(path: "Mutants"),
        includingPropertiesForKeys: nil
      )
      #expect(!patches.isEmpty)
      for patch in patches {
        let header = try String(contentsOf: patch, encoding: .utf8).prefix { $0 != "\n" }
        let scenario = header.components(separatedBy: " | killed by: ").last ?? ""
        #expect(allScenarios.contains { $0.name == scenario }, "\(patch.lastPathComponent)")
      }
    }
  }
}
