import Futures
import FuturesObservability
import FuturesServiceLifecycle
import Tracing
import Workflows

/// Orders, which outlive the requests that place them.
package struct Orders: Sendable {
  /// Runs the orders; a service that waits for them on graceful shutdown.
  package let service: WorkflowService

  /// How long an order waits for each upstream.
  ///
  /// Without a limit, an upstream that does not answer would keep the places of all orders.
  private static let patience = Duration.seconds(60)

  private let workflow: Workflow<Int, Receipt>
  private let runs = Recent<WorkflowRun<Receipt>>()

  /// Creates orders.
  ///
  /// - Parameters:
  ///   - upstreams: Where the price comes from, and where the order is sent to.
  ///   - limits: How often to try, and how long to pause.
  ///   - clock: What measures pauses, time limits, and the time that a shutdown takes.
  package init(
    _ upstreams: any FutureUpstreams,
    limits: PageLimits = PageLimits(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    service = WorkflowService(limit: .seconds(30), maxConcurrent: 16, clock: clock)
    workflow = Workflow("order") {
      Perform.withContext("look up price") { (id: Int, step: StepContext) in
        let call = UpstreamCall(to: .prices, id: id, attempt: step.attempt)
        let price = try UpstreamError.decode(Price.self, from: await upstreams.get(call).value)
        return (id, price)
      }
      .retry(RetryPolicy(limits), clock: clock)
      .timeout(Self.patience, clock: clock)
      Perform("reserve") { (id: Int, price: Price) in
        let answer = try await upstreams.get(UpstreamCall(to: .warehouse, id: id)).value
        let place = try UpstreamError.decode(Place.self, from: answer)
        return Receipt(product: id, cents: price.cents, shelf: place.shelf)
      }
      .timeout(Self.patience, clock: clock)
    }
  }

  /// Places an order.
  ///
  /// - Parameter id: The number of the product.
  /// - Returns: The run of the order.
  /// - Throws: `ServiceHasShutDown` if the program shuts down.
  package func place(_ id: Int) throws -> WorkflowRun<Receipt> {
    // An order continues when the client that placed it disconnects.
    let options = RunOptions(cancellation: .never).traced(by: InstrumentationSystem.tracer)
    let run = try service.start(workflow, id, options: options)
    runs.add(run)
    return run
  }

  /// Returns the run of an order.
  ///
  /// - Parameter number: The number of the order.
  /// - Returns: The run; `nil` if there is no such order, or if it is too old.
  package func run(_ number: UInt64) -> WorkflowRun<Receipt>? {
    runs.first { $0.id.number == number }
  }
}

/// What the customer gets.
package struct Receipt: Codable, Hashable, Sendable {
  /// The number of the product.
  package let product: Int
  /// The price at which it was ordered.
  package let cents: Int
  /// Where it is waiting.
  package let shelf: Int
}

/// The answer of the warehouse.
private struct Place: Decodable {
  let shelf: Int
}
