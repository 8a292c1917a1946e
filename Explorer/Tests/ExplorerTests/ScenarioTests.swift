import Explorer
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
  }
}
