import Explorer
import Foundation
import Scenarios
import Testing

extension ExplorerTests {
  /// The scenarios with a small bound; `scripts/check.sh explore` goes further.
  @Suite struct ScenarioTests {
    @Test(arguments: allScenarios)
    func aScenarioFindsNothing(_ scenario: Scenario) {
      let report = scenario.explore(Bounds(preemptions: 1, spuriousFailures: 1))
      #expect(report.finding == nil)
      #expect(report.schedules > 10)
    }

    @Test func namesOfScenariosDiffer() {
      #expect(Set(allScenarios.map(\.name)).count == allScenarios.count)
    }

    /// `Tests/Mutants/mutants.py --check` tells whether the defects fit.
    @Test func mutantsNameScenarios() throws {
      let field = "Explored by: "
      let areas = try FileManager.default.contentsOfDirectory(
        at: URL(filePath: #filePath).appending(path: "../../../../Tests/Mutants").standardized,
        includingPropertiesForKeys: nil
      )
      .filter { $0.pathExtension == "mutants" }
      let named = try areas.flatMap { area in
        try String(contentsOf: area, encoding: .utf8)
          .split(separator: "\n")
          .filter { $0.hasPrefix(field) }
          .map { String($0.dropFirst(field.count)) }
      }
      #expect(!named.isEmpty)
      #expect(Set(named).subtracting(allScenarios.map(\.name)) == [])
    }
  }
}
