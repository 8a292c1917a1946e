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
    let function = try FunctionRun(in: context, isIsolated: body.isolation != nil)
    return try await function.perform { try await body(input, Steps(function)) }
  }
}
