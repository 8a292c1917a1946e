import Futures
import FuturesTesting
import Testing
import Workflows

@Suite struct OldNamesTests {
  @Test func theNamesOfOlderVersionsStillWork() { (self as any UsesOldNames).useOldNames() }
}

private protocol UsesOldNames {
  func useOldNames()
}

extension OldNamesTests: UsesOldNames {
  // Deprecated code may use deprecated declarations without a warning.
  @available(*, deprecated)
  fileprivate func useOldNames() {
    #expect(WorkflowMonitor.Report.self == RunReport.self)
    for state in RunState.allCases { #expect(state.isEnded == state.isSettled) }
    let cache = ResultCache<Int, Int>(lifetime: .seconds(1), limit: 2, clock: ManualClock())
    #expect(cache.count == 0)
  }
}
