#if AsyncHTTPClient
import Foundation
import TestSupport
import Transfers
import TransfersHTTPClient

/// Loads answers as pages and with transfers over AsyncHTTPClient, several at a time, in this
/// process.
///
/// No answer may end the process. It prints `at NUMBER` before each answer.
struct ClientLoads {
  let seed: UInt64

  /// How many answers are loaded at the same time.
  private static let width = 4

  /// Loads the answers with some numbers until they or the time are over.
  ///
  /// - Parameters:
  ///   - numbers: The numbers.
  ///   - end: The time after which no load begins.
  /// - Returns: Whether there are no findings.
  func run(_ numbers: Range<Int>, until end: ContinuousClock.Instant? = nil) async -> Bool {
    let backend = HTTPClientBackend()
    let session = TransferSession(over: backend)
    let loads = Loads(session: session)
    let begun = Counter()
    let outcomes = Log<[String]>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(Self.width, numbers.count) {
        group.addTask {
          while end.map({ .now < $0 }) ?? true {
            let index = begun.add() - 1
            if index >= numbers.count { return }
            let number = numbers.lowerBound + index
            say("at \(number)")
            // Ends the process if nothing else does.
            alarm(240)
            let answer = HTTPAnswer(seed: seed, number: number)
            outcomes.add(
              await loads.run(answer, early: number % 3 == 0, repeated: number % 4 == 0)
            )
          }
        }
      }
    }
    await backend.shutdown()
    let words = Dictionary(outcomes.all.joined().map { ($0, 1) }, uniquingKeysWith: +)
      .map { "\($0.key) \($0.value)" }.sorted()
    say("outcomes: " + words.joined(separator: ", "))
    let findings = Loads.findings.value
    say("http client: \(outcomes.count) answers of seed \(seed), \(findings) findings, no trap")
    return findings == 0
  }
}
#endif
