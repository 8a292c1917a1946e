import Futures
import Testing
import TestSupport
import Workflows

@Suite struct RecoverWhenTests {
  @Test func anotherValueOrAnotherStepTakesOver() async throws {
    let value = Fail(TestError("x")).recover { error in "\(error)".count }
    #expect(try await value.then { $0 }(1) == "TestError x".count)
    let step = Fail(TestError("x")).recover(with: Increment())
    #expect(try await step.then { $0 }(1) == 2)
  }

  @Test func recoverSeesTheInputAndTheError() async throws {
    let step = Fail(TestError("x")).recover { input, error in
      guard error as? TestError == TestError("x") else { throw error }
      return input * 10
    }
    #expect(try await step.then { $0 }(7) == 70)
    let calls = Counter()
    let cancelled = Fail(CancellationError()).recover { _, _ in calls.add() }.then { $0 }.start(1)
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(calls.value == 0)
  }

  @Test func recoverWithTheInputThrowsItsOwnError() async throws {
    let step = Fail(TestError("x")).recover { input, _ in throw TestError("y\(input)") }
    await #expect(throws: TestError("y1")) { try await step.then { $0 }(1) }
  }

  @Test func aStepThatSucceedsIsLeftAlone() async throws {
    let calls = Counter()
    let step = Increment().recover { _ in calls.add() }
    #expect(try await step.then { $0 }(1) == 2)
    #expect(calls.value == 0)
  }

  @Test func theErrorOfTheRecoveryIsTheErrorOfTheStep() async throws {
    let step = Fail(TestError("x")).recover { _ in throw TestError("y") }
    await #expect(throws: TestError("y")) { try await step.then { $0 }(1) }
  }

  @Test func cancellationIsNotHandled() async throws {
    let calls = Counter()
    let recovered = Fail(CancellationError()).recover { _ in calls.add() }.then { $0 }.start(1)
    await #expect(throws: CancellationError.self) { try await recovered.value }
    let settled = Fail(CancellationError()).asResult().then { _ in calls.add() }.start(1)
    await #expect(throws: CancellationError.self) { try await settled.value }
    #expect(calls.value == 0)
  }

  @Test func asResultGivesBothOutcomes() async throws {
    let good = try await Increment().asResult().then { $0 }(1)
    #expect(try good.get() == 2)
    let bad = try await Fail(TestError("x")).asResult().then { $0 }(1)
    #expect(throws: TestError("x")) { try bad.get() }
  }

  @Test(arguments: [1, 2])
  func whenChoosesByTheInput(_ input: Int) async throws {
    let both = When("is odd") { (number: Int) in
      number % 2 == 1
    } then: {
      Perform { (number: Int) in "odd \(number)" }
    } otherwise: {
      Perform { (number: Int) in "even \(number)" }
    }
    #expect(try await both.then { $0 }(input) == (input == 1 ? "odd 1" : "even 2"))
    let one = When { (number: Int) in
      number == 1
    } then: {
      Increment()
    }
    #expect(try await one.then { $0 }(input) == 2)
  }

  @Test func whatTheConditionThrowsFailsTheStep() async throws {
    let step = When { (_: Int) in
      throw TestError("condition")
    } then: {
      Increment()
    }
    await #expect(throws: TestError("condition")) { try await step.then { $0 }(1) }
  }
}
