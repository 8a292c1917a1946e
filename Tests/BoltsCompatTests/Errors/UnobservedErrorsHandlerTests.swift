import BoltsCompat
import Futures
import Testing
import TestSupport

private struct Unseen: Error {}

/// Leaves an error behind that nobody looks at.
private func dropError() { _ = BFTask<Int>(error: Unseen()) }

private let lineOfDropError = #line - 2

/// The handler itself.
///
/// It is one for the whole process, as is the one in `Diagnostics`, so each test runs in a process
/// of its own.
@Suite(.timeLimit(.minutes(10))) struct UnobservedErrorsHandlerTests {
  @Test func itIsToldWhatHappenedAndWhereTheTaskWasMade() async {
    await #expect(processExitsWith: .success) {
      let found = Log<BFUnobservedError>()
      BFUnobservedErrors.setHandler { found.add($0) }
      dropError()
      precondition(found.count == 1)
      precondition(found.all[0].error is Unseen)
      precondition(found.all[0].description.contains("was not observed: Unseen"))
      #if DEBUG
      precondition(found.all[0].site.map { Int($0.line) } == lineOfDropError)
      precondition(found.all[0].description.contains("HandlerTests.swift:\(lineOfDropError)"))
      #endif
    }
  }

  @Test func aHandlerThatIsSetAfterTheFailureHearsOfItToo() async {
    await #expect(processExitsWith: .success) {
      let heard = Counter()
      var failed: BFTask<Int>? = BFTask(error: Unseen())
      precondition(failed?.completed == true)
      BFUnobservedErrors.setHandler { _ in heard.add() }
      failed = nil
      precondition(heard.value == 1)
    }
  }

  @Test func onlyTheNewestHears() async {
    await #expect(processExitsWith: .success) {
      let first = Counter()
      let second = Counter()
      BFUnobservedErrors.setHandler { _ in first.add() }
      BFUnobservedErrors.setHandler { _ in second.add() }
      dropError()
      precondition(first.value == 0)
      precondition(second.value == 1)
    }
  }

  @Test func withoutAHandlerTheErrorGoesWhereItWentBefore() async {
    await #expect(processExitsWith: .success) {
      let before = Log<Diagnostic.Kind>()
      Diagnostics.setHandler { before.add($0.kind) }
      BFUnobservedErrors.setHandler { _ in }
      BFUnobservedErrors.setHandler { _ in }
      dropError()
      precondition(before.count == 0)
      BFUnobservedErrors.setHandler(nil)
      dropError()
      precondition(before.all == [.unobservedFailure])
      let heard = Counter()
      BFUnobservedErrors.setHandler { _ in heard.add() }
      dropError()
      precondition(before.count == 1)
      precondition(heard.value == 1)
    }
  }

  @Test func otherDiagnosticsGoWhereTheyWentBefore() async {
    await #expect(processExitsWith: .success) {
      let before = Log<Diagnostic.Kind>()
      Diagnostics.setHandler { before.add($0.kind) }
      let heard = Counter()
      for _ in 0..<3 { BFUnobservedErrors.setHandler { _ in heard.add() } }
      BFCancellationTokenSource().cancel(afterDelay: -7)
      BFUnobservedErrors.setHandler(nil)
      BFCancellationTokenSource().cancel(afterDelay: -7)
      precondition(before.all == [.invalidArgument, .invalidArgument])
      precondition(heard.value == 0)
    }
  }

  @Test func removingTheHandlerBeforeThereWasOneChangesNothing() async {
    await #expect(processExitsWith: .success) {
      let before = Counter()
      Diagnostics.setHandler { _ in before.add() }
      BFUnobservedErrors.setHandler(nil)
      dropError()
      precondition(before.value == 1)
    }
  }

  @Test func aHandlerInDiagnosticsHearsOfEverythingElse() async {
    await #expect(processExitsWith: .success) {
      let ours = Counter()
      let later = Log<Diagnostic.Kind>()
      BFUnobservedErrors.setHandler { _ in ours.add() }
      Diagnostics.setHandler { later.add($0.kind) }
      dropError()
      BFCancellationTokenSource().cancel(afterDelay: -7)
      precondition(ours.value == 1)
      precondition(later.all == [.invalidArgument])
      Diagnostics.setHandler(nil)
      dropError()
      precondition(ours.value == 2)
      BFUnobservedErrors.setHandler(nil)
      dropError()
      precondition(ours.value == 2)
    }
  }

  @Test func itsHandlerMaySetAnotherOne() async {
    await #expect(processExitsWith: .success) {
      let second = Counter()
      BFUnobservedErrors.setHandler { _ in
        BFUnobservedErrors.setHandler { _ in second.add() }
        dropError()
      }
      dropError()
      precondition(second.value == 1)
    }
  }
}
