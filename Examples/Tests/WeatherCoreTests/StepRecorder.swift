import Synchronization

@testable import WeatherCore

/// Records what a lookup tells its observer, and how many cities were at work at once.
final class StepRecorder: Sendable {
  private struct State {
    var retries: [String: [String]] = [:]
    var atWork = 0
    var mostAtWork = 0
  }

  private let state = Mutex(State())

  /// The most cities that were ever at work at the same time.
  var mostAtWork: Int { state.withLock(\.mostAtWork) }

  /// The retries of a city, as "attempt: problem".
  func retries(of city: String) -> [String] {
    state.withLock { $0.retries[city, default: []] }
  }

  func observe(_ city: String, _ step: CityStep) {
    state.withLock { state in
      switch step {
      case .searching:
        state.atWork += 1
        state.mostAtWork = max(state.mostAtWork, state.atWork)
      case .found, .progressed:
        break
      case .retrying(let attempt, let total, let error):
        state.retries[city, default: []].append("\(attempt) of \(total): \(error.code)")
      case .finished:
        state.atWork -= 1
      }
    }
  }
}
