internal import Futures
internal import Workflows

/// A step whose parts are calls of a function.
struct FunctionStep<Input: Sendable, Output: Sendable>: Step, OutlinedStep {
  typealias Body = @Sendable @isolated(any) (Input, Steps) async throws -> Output

  let name: String
  let body: Body

  var ownOutline: StepOutline { StepOutline(.function, name, output: Output.self) }

  nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> Output {
    var (input, round) = (input, 1)
    while true {
      let function = try FunctionRun(
        in: context,
        isIsolated: body.isolation != nil,
        input: Input.self,
        round: round
      )
      let result: Result<Output, any Error>
      do {
        let input = input
        result = .success(
          try await function.perform { try await body(input, Steps(function)) }
        )
      } catch {
        result = .failure(error)
      }
      // A run with a store is left instead.
      guard let next = function.state.withLock({ $0.next }), let next = next as? Input else {
        return try result.get()
      }
      try context.throwIfCancelled()
      (input, round) = (next, round + 1)
    }
  }
}
