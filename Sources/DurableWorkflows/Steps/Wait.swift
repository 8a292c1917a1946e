public import Foundation
internal import Futures
internal import Workflows

/// A wait between two steps, which a durable run spends in its store.
///
/// ```swift
/// let reminder = Workflow("reminder") {
///   Perform("invite") { (guest: Guest) in
///     try await post.invite(guest)
///   }
///   .checkpoint()
///   Wait(for: .seconds(2 * 86_400))
///   Perform("remind") { (invitation: Invitation) in
///     try await post.remind(invitation)
///   }
///   .checkpoint()
/// }
/// ```
///
/// A run that waits is parked: it uses no task and no memory, and continues at the due time or
/// later in any process that works on its store. The store measures the time. A run without a store
/// waits with a timer. The input of the wait is passed on to the next step.
///
/// `Wait` is not a ``Workflows/Step``, because its input type cannot be inferred. Write it between
/// steps, or first in a workflow: its type is that of the next step. If a workflow has no other
/// step, give its types: `Workflow<Order, Order>("pause") { Wait(for: .seconds(60)) }`.
public struct Wait: Sendable {
  enum End: Sendable {
    case after(Duration)
    case at(Date)
  }

  let end: End
  let name: String
  let clock: any Clock<Duration>

  /// Creates a wait that begins when the step before it has ended.
  ///
  /// - Parameters:
  ///   - duration: The duration; zero or less does not wait.
  ///   - name: The name of the wait, which is unique among the steps beside it.
  ///   - clock: The clock of a run without a store.
  public init(
    for duration: Duration,
    name: String = "wait",
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    end = .after(duration)
    self.name = name
    self.clock = clock
  }

  /// Creates a wait until a date.
  ///
  /// - Parameters:
  ///   - date: The date; a date in the past does not wait.
  ///   - name: The name of the wait, which is unique among the steps beside it.
  ///   - clock: The clock with which a run without a store waits for the remaining time.
  public init(
    until date: Date,
    name: String = "wait",
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    end = .at(date)
    self.name = name
    self.clock = clock
  }
}

struct WaitStep<Value: Sendable>: Step, OutlinedStep {
  let wait: Wait

  var name: String { wait.name }
  var weight: Double { 0 }
  var ownOutline: StepOutline { StepOutline(.wait, name, output: Value.self) }

  nonisolated(nonsending) func run(_ input: Value, in context: StepContext) async throws -> Value {
    if let run = context.session {
      _ = try await run.wait(at: context.place, until: wait.end)
    } else {
      try await wait.end.reached(on: wait.clock, in: context)
    }
    return input
  }
}

extension Wait.End {
  /// Waits with a timer.
  nonisolated(nonsending) func reached(
    on clock: any Clock<Duration>,
    in context: StepContext
  ) async throws {
    let time =
      switch self {
      case .after(let duration): duration
      case .at(let date): Duration.milliseconds(date.timeIntervalSinceNow.milliseconds)
      }
    if time > .zero {
      try await Future<Void, any Error>
        .after(time, clock: clock, cancellation: context.cancellation).value
    }
  }
}

extension StepContext {
  /// The durable run; `nil` in a run without a store.
  var session: RunSession? { durability as? RunSession }
}

extension TimeInterval {
  /// The time in milliseconds, rounded up and limited to thousands of years, even if it is not
  /// finite.
  var milliseconds: Int {
    if isNaN { return 0 }
    return Int(Swift.min(Swift.max((self * 1000).rounded(.up), -1e14), 1e14))
  }
}
