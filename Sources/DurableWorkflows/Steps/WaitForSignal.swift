internal import Foundation
internal import Futures
internal import Workflows

/// A wait for a message from outside: an approval, a payment, the end of a download.
///
/// ```swift
/// let fulfil = Workflow("fulfil order") {
///   Perform("charge") { (order: Order) in
///     try await bank.charge(order)
///   }
///   .checkpoint()
///   WaitForSignal(approval, timeout: .seconds(3 * 86_400))
///   Perform("ship") { (receipt: Receipt, approval: Approval) in
///     try await depot.ship(receipt, approval)
///   }
///   .checkpoint()
/// }
/// ```
///
/// The output is a tuple of the input of the wait and the signal. A signal that arrives before the
/// wait begins is stored; of several signals with one name, the first stays. It ends all waits of
/// the run for that name, also later ones and those of each element of a `ForEach`: to ask for a
/// second approval, wait for a signal with another name, or in a ``ChildRun``. A durable run that
/// waits is parked, and uses no task and no memory. When the timeout has passed, the wait fails
/// with `TimeoutError`. The store stamps both the signal and the timeout, so every process agrees
/// on which of them came first.
///
/// To continue after the timeout, recover a workflow of the wait alone:
///
/// ```swift
/// let ask = Workflow<Receipt, (Receipt, Approval)>("ask") {
///   WaitForSignal(approval, timeout: .seconds(3 * 86_400))
/// }
/// .recover { receipt, _ in (receipt, Approval(by: "nobody")) }
/// ```
public struct WaitForSignal<Value: Codable & Sendable>: Sendable {
  let signal: Signal<Value>
  let timeout: Duration?
  let clock: any Clock<Duration>

  /// Creates a wait for a signal.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - timeout: The maximum time to wait; `nil` for no limit.
  ///   - clock: The clock of a run without a store.
  public init(
    _ signal: Signal<Value>,
    timeout: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.signal = signal
    self.timeout = timeout
    self.clock = clock
  }
}

struct SignalStep<Input: Sendable, Value: Codable & Sendable>: Step, OutlinedStep {
  let wait: WaitForSignal<Value>

  var name: String { wait.signal.name }
  var weight: Double { 0 }
  var ownOutline: StepOutline {
    var outline = StepOutline(.signal, name, output: (Input, Value).self)
    let queues = wait.signal.queues
    outline.signal = StepOutline.Signal(name: name, type: Value.self, queues: queues)
    return outline
  }

  nonisolated(nonsending) func run(
    _ input: Input,
    in context: StepContext
  ) async throws -> (Input, Value) {
    if let run = context.session {
      let limit = wait.timeout.map(Wait.End.after)
      let signal = RunSession.AwaitedSignal(wait.signal)
      guard let arrived = try await run.wait(at: context.place, until: limit, signal: signal)
      else { throw self.timeout(in: context) }
      let value = try run.read(wait.signal, from: arrived.value)
      run.noteReading(of: arrived)
      return (input, value)
    }
    guard let value = try await context.value(of: wait.signal, within: wait.timeout, wait.clock)
    else { throw self.timeout(in: context) }
    return (input, value)
  }

  private func timeout(in context: StepContext) -> TimeoutError {
    TimeoutError(limit: wait.timeout ?? .zero, of: "signal '\(name)' at '\(context.place)'")
  }
}
