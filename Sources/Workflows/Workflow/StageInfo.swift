/// What is known of a step in a workflow while it is built.
final class StageInfo: Sendable {
  let name: String
  let index: Int
  /// The weights of the steps before this one.
  let weightStart: Double
  let weightEnd: Double
  let input: any Any.Type
  let previous: StageInfo?

  init<S: Step>(_ step: S, after previous: StageInfo?) {
    name = step.name
    index = previous.map { $0.index + 1 } ?? 0
    weightStart = previous?.weightEnd ?? 0
    weightEnd = weightStart + step.usableWeight
    input = S.Input.self
    self.previous = previous
  }
}

extension Step {
  /// The weight, or zero if that makes no sense.
  var usableWeight: Double { weight > 0 && weight.isFinite ? weight : 0 }
}
