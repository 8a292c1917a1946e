import Futures
import FuturesTesting
import Testing

@Suite struct DefaultContextTests {
  private var name: String { "\(ExecutionContext.ofNewWork)" }

  @Test func isAGlobalQueueIfNothingSaysOtherwise() {
    #expect(name == "ExecutionContext(global)")
  }

  @Test func isReplacedInsideAScope() {
    ExecutionContext.withDefault(.inline) {
      #expect(name == "ExecutionContext(inline)")
    }
    #expect(name == "ExecutionContext(global)")
  }

  @Test func startedWorkUsesIt() {
    let manual = ManualContext()
    let future = ExecutionContext.withDefault(manual.context) {
      Future<Int, Never>(run: { 5 })
    }
    #expect(!future.isSettled)
    manual.runAll()
    #expect(future.currentValue == 5)
  }

  @Test func transformsDoNotUseIt() {
    let manual = ManualContext()
    ExecutionContext.withDefault(manual.context) {
      let future = Future<Int, Never>(value: 1).map { $0 + 1 }
      #expect(future.currentValue == 2)
      #expect(manual.isEmpty)
    }
  }

  @Test func defaultsOfScopesNest() {
    ExecutionContext.withDefault(.custom("outer") { $0() }) {
      ExecutionContext.withDefault(.custom("inner") { $0() }) {
        #expect(name == "ExecutionContext(inner)")
      }
      #expect(name == "ExecutionContext(outer)")
    }
  }

  @Test func theScopeGivesAndThrowsWhatTheClosureDoes() {
    #expect(ExecutionContext.withDefault(.inline) { 3 } == 3)
    do throws(TestError) {
      try ExecutionContext.withDefault(.inline) { () throws(TestError) in throw .second }
      Issue.record("the error was lost")
    } catch {
      #expect(error == .second)
    }
    #expect(name == "ExecutionContext(global)")
  }

  @Test func isReplacedAcrossSuspensions() async throws {
    try await ExecutionContext.withDefault(.custom("outer") { $0() }) {
      await Task.yield()
      #expect(name == "ExecutionContext(outer)")
      try await ExecutionContext.withDefault(.custom("inner") { $0() }) {
        try await Task.sleep(for: .zero)
        #expect(name == "ExecutionContext(inner)")
      }
      #expect(name == "ExecutionContext(outer)")
    }
    #expect(name == "ExecutionContext(global)")
  }

  @Test func tasksStartedInsideInheritIt() async {
    let inherited = await ExecutionContext.withDefault(.custom("outer") { $0() }) {
      await Task { "\(ExecutionContext.ofNewWork)" }.value
    }
    #expect(inherited == "ExecutionContext(outer)")
  }

  @Test func tasksSideBySideDoNotSeeEachOthers() async {
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<20 {
        group.addTask {
          await ExecutionContext.withDefault(.custom("\(index)") { $0() }) {
            await Task.yield()
            return "\(ExecutionContext.ofNewWork)" == "ExecutionContext(\(index))"
          }
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
  }
}
