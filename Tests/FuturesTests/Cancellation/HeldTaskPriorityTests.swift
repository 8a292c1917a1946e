import Testing

@testable import Futures

/// The priority of the task that works in a scope.
@Suite struct HeldTaskPriorityTests {
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.timeLimit(.minutes(10))) func anUrgencyThatComesBeforeTheTaskIsNotLost() async throws {
    let scope = CancellationCore()
    let (gate, priority) = (Promise<Void, Never>(), Promise<TaskPriority, Never>())
    await Task(priority: .high) { scope.escalateToCurrentPriority() }.value
    scope.hold(
      Task(priority: .background) {
        await gate.future.value
        priority.succeed(Task.currentPriority)
      }
    )
    gate.succeed()
    #expect(await priority.future.value >= .high)
  }
}
