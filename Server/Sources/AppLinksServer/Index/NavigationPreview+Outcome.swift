import AppLinks

extension NavigationPreview {
  /// What a tap leads to.
  enum Outcome: String {
    case app, store, web, nothing
    /// A person is asked first.
    case unknown
  }

  /// What becomes of a step.
  enum StepResult: String {
    case opens
    case notInstalled = "not-installed"
    case unknown
    case notReached = "not-reached"
  }

  var outcome: Outcome {
    switch kind {
    case .app?: .app
    case .store?: .store
    case .web?: .web
    case .failed?: .nothing
    case nil: .unknown
    }
  }

  /// The step that opens, or whose result is unknown.
  var opened: NavigationStep? {
    switch expectation {
    case .opens(let step), .unknown(let step): step
    case .nothing: nil
    }
  }

  func result(_ index: Int) -> StepResult {
    guard index < checks.count else { return .notReached }
    return switch checks[index].answer {
    case .yes: .opens
    case .no: .notInstalled
    case .unknown: .unknown
    }
  }
}
