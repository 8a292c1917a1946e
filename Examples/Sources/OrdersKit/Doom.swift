import Foundation

/// The moment at which a process ends itself, as `kill -9` would: in a step that has had its
/// effect, before the step is recorded.
nonisolated package struct Doom: Equatable, Sendable {
  let step: Journal.Step
  /// The number of times that the step has run at that moment.
  let time: Int

  init(step: Journal.Step, time: Int) {
    self.step = step
    self.time = time
  }

  /// Parses a step such as `charge`, or `charge:2` for the second time.
  package init?(step text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let step = Journal.Step(rawValue: String(parts[0])),
      let time = parts.count == 2 ? Int(parts[1]) : 1, time > 0
    else { return nil }
    self.init(step: step, time: time)
  }

  /// The names of the steps in which a process can end.
  package static var steps: [String] { Journal.Step.allCases.map(\.rawValue) }

  /// Ends this process after some seconds, whatever it is doing then.
  package static func strike(after seconds: Double) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
      strike("after \(Int(seconds * 1000)) ms")
    }
  }

  static func strike(_ cause: String) {
    print("\(cause): SIGKILL")
    fflush(nil)
    kill(getpid(), SIGKILL)
  }
}
