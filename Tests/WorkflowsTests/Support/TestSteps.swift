import Futures
import TestSupport
import Workflows

/// An error to recognise.
struct TestError: Error, Equatable, CustomStringConvertible {
  let name: String

  init(_ name: String = "test") { self.name = name }

  var description: String { "TestError \(name)" }
}

/// Whom observers belong to.
final class Owner: Sendable {}

/// A step that waits until the test lets it go, and gives what it gets.
struct Gate<Value: Sendable>: Step {
  let name: String
  private let arrived = Promise<Void, any Error>()
  private let opened = Promise<Void, any Error>()

  init(_ name: String = "gate", for type: Value.Type = Int.self) { self.name = name }

  /// Waits until a run has come here.
  func arrival() async throws { try await arrived.future.value }

  func open() { opened.succeed() }

  func fail(_ error: any Error = TestError()) { opened.fail(error) }

  func run(_ input: Value, in context: StepContext) async throws -> Value {
    arrived.succeed()
    try await opened.future.value
    return input
  }
}

/// A step that does not care about cancellation.
struct Stubborn: Step {
  let gate = Gate<Int>("inner")

  func run(_ input: Int, in context: StepContext) async throws -> Int {
    await Task { [gate] in try? await gate.run(input, in: context) }.value ?? 0
  }
}

/// Notes the token that cancels it.
struct NoteToken: Step {
  private let token: Box<CancellationToken>

  init(_ token: Box<CancellationToken>) { self.token = token }

  func run(_ input: Int, in context: StepContext) async throws -> Int {
    token.value = context.cancellation
    return input
  }
}

/// Adds one.
struct Increment: Step {
  func run(_ input: Int, in context: StepContext) async throws -> Int { input + 1 }
}

/// Fails.
struct Fail<Input: Sendable, Output: Sendable>: Step {
  let error: any Error

  init(
    _ error: any Error = TestError(),
    _ input: Input.Type = Int.self,
    _ output: Output.Type = Int.self
  ) {
    self.error = error
  }

  func run(_ input: Input, in context: StepContext) async throws -> Output { throw error }
}

extension AsyncSequence where Failure == Never {
  /// All elements, to the end.
  func collect() async -> [Element] {
    var all: [Element] = []
    for await element in self { all.append(element) }
    return all
  }
}
