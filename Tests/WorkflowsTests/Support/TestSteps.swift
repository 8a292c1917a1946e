import Futures
import TestSupport
import Workflows

/// An error that tests recognize.
struct TestError: Error, Equatable, CustomStringConvertible {
  let name: String

  init(_ name: String = "test") { self.name = name }

  var description: String { "TestError \(name)" }
}

/// The owner of observers.
final class Owner: Sendable {}

/// A step that returns its input once the test opens it.
struct Gate<Value: Sendable>: Step {
  let name: String
  private let arrived = Promise<Void, any Error>()
  private let opened = Promise<Void, any Error>()

  init(_ name: String = "gate", for type: Value.Type = Int.self) { self.name = name }

  /// Waits until a run has reached the gate.
  func arrival() async throws { try await arrived.future.value }

  func open() { opened.succeed() }

  func fail(_ error: any Error = TestError()) { opened.fail(error) }

  func run(_ input: Value, in context: StepContext) async throws -> Value {
    arrived.succeed()
    try await opened.future.value
    return input
  }
}

/// A step that ignores cancellation.
struct Stubborn: Step {
  let gate = Gate<Int>("inner")

  func run(_ input: Int, in context: StepContext) async throws -> Int {
    await Task { [gate] in try? await gate.run(input, in: context) }.value ?? 0
  }
}

/// A step that records the token that cancels it.
struct NoteToken: Step {
  private let token: Box<CancellationToken>

  init(_ token: Box<CancellationToken>) { self.token = token }

  func run(_ input: Int, in context: StepContext) async throws -> Int {
    token.value = context.cancellation
    return input
  }
}

/// A step that adds one.
struct Increment: Step {
  func run(_ input: Int, in context: StepContext) async throws -> Int { input + 1 }
}

/// A step that fails.
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
  /// Returns all elements, once the sequence has ended.
  func collect() async -> [Element] {
    var all: [Element] = []
    for await element in self { all.append(element) }
    return all
  }
}
