import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct ManualContextRaceTests {
  @Test func runsEachJobOnceOnWhateverThread() async {
    let manual = ManualContext()
    let log = Log<Int>()
    await withTaskGroup { group in
      for start in 0..<2 {
        group.addTask {
          for number in stride(from: start, to: 2_000, by: 2) {
            manual.context { log.add(number) }
          }
        }
        group.addTask { for _ in 0..<500 { manual.runNext() } }
      }
    }
    manual.runAll()
    #expect(log.all.sorted() == Array(0..<2_000))
  }

  @Test func droppingAndRunningSettlesEverybody() async {
    let manual = ManualContext()
    let futures = (0..<1_000).map { number in
      Future<Int, any Error>(value: number).on(manual.context).map { $0 }
    }
    await withTaskGroup { group in
      group.addTask { manual.runAll() }
      group.addTask { manual.dropAll() }
    }
    for (number, future) in futures.enumerated() {
      switch future.currentResult {
      case .success(let value): #expect(value == number)
      case .failure(let error): #expect(error is CancellationError)
      case nil: Issue.record("future \(number) is pending")
      }
    }
  }
}
