@_spi(Stores) internal import DurableWorkflows
internal import Foundation

extension RunStoreConformance {
  static let comparisonChecks: [Check] = [
    Check("Random operations have the answers of the model") { trial in
      try await compare(trial, seed: 1, operations: 2000)
    }
  ]

  /// Compares a store with the model of all stores by random operations on both.
  ///
  /// Each answer and each run that an operation may have changed have to be the same.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random operations.
  ///   - operations: The number of operations.
  ///   - makeSubject: A closure that creates a store without runs.
  /// - Throws: `Failure` with the seed, the operation, and both answers, and errors from the store.
  @_spi(Stores) public static func compareWithModel(
    seed: UInt64,
    operations: Int = 2000,
    on makeSubject: @Sendable () async throws -> Subject
  ) async throws {
    try await compare(ConformanceTrial(makeSubject()), seed: seed, operations: operations)
  }

  private static func compare(
    _ trial: ConformanceTrial,
    seed: UInt64,
    operations: Int
  ) async throws {
    let start = try await trial.now()
    var source = RandomRunOperations(
      seed: seed,
      isExact: trial.hasOwnTime,
      hasQueues: trial.store.keepsQueues
    )
    let model = InMemoryRunStore(now: start)
    let began = ContinuousClock.now
    for step in 1...max(1, operations) {
      if !trial.hasOwnTime {
        model.advance(by: began.duration(to: .now) - .milliseconds(model.now - start))
      }
      let operation = try await source.next(model)
      let answers = RunAnswers(start: start, isExact: trial.hasOwnTime)
      let expected = try await operation.answers(of: model, as: answers) {
        model.advance(by: trial.unit * $0)
      }
      let came = try await operation.answers(of: trial.store, as: answers, trial.pass)
      if came != expected {
        throw Failure(
          """
          Seed \(seed), operation \(step): \(operation)
          expected: \(expected.joined(separator: "\n          "))
          came:     \(came.joined(separator: "\n          "))
          """
        )
      }
    }
  }
}
