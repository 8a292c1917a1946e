import Foundation
import Futures
import FuturesFoundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProgressRaceTests {
  @Test func countsRightWhenManyThreadsComplete() async {
    let promises = (0..<1_000).map { _ in Promise<Int, any Error>() }
    let progress = promises.map(\.future).progress()
    await withTaskGroup { group in
      for start in 0..<4 {
        group.addTask {
          for index in stride(from: start, to: promises.count, by: 4) {
            promises[index].succeed(index)
          }
        }
      }
    }
    #expect(progress.completedUnitCount == 1_000)
    #expect(progress.isFinished)
  }
}
