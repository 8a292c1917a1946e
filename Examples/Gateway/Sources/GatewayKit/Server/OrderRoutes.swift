import Foundation
import FuturesServiceLifecycle
import Hummingbird
import Workflows

/// `POST /products/1/orders`, `GET /orders/1`, `GET /orders/1/events` and
/// `GET /orders/1/trace.svg`.
struct OrderRoutes: Sendable {
  let orders: Orders

  func add(to router: Router<BasicRequestContext>) {
    router.post("products/{id}/orders") { _, context -> Response in
      let product = try context.parameters.require("id", as: Int.self)
      do {
        let run = try orders.place(product)
        return try .json(
          OrderStatus(of: run),
          status: .accepted,
          headers: [.location: "/orders/\(run.id)"]
        )
      } catch let error as ServiceHasShutDown {
        throw HTTPError(.serviceUnavailable, message: "\(error)")
      }
    }
    router.get("orders/{id}") { _, context -> Response in
      try .json(OrderStatus(of: run(context)))
    }
    router.get("orders/{id}/events") { _, context in
      Response(
        status: .ok,
        headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
        body: try events(of: run(context))
      )
    }
    router.get("orders/{id}/trace.svg") { _, context in
      Response(
        status: .ok,
        headers: [.contentType: "image/svg+xml"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: try run(context).trace.svg()))
      )
    }
  }

  /// The states of an order as server-sent events, until it ends.
  private func events(of run: WorkflowRun<Receipt>) -> ResponseBody {
    ResponseBody { writer in
      for await state in run.states {
        let reason = state == .cancelled ? run.cancellation.map { " because \($0)" } : nil
        let event = "data: \(state.rawValue)\(reason ?? "")\n\n"
        try await writer.write(ByteBuffer(string: event))
      }
      try await writer.finish(nil)
    }
  }

  private func run(_ context: BasicRequestContext) throws -> WorkflowRun<Receipt> {
    let number = try context.parameters.require("id", as: UInt64.self)
    guard let run = orders.run(number) else {
      throw HTTPError(.notFound, message: "There is no order \(number), or it is too old.")
    }
    return run
  }
}

/// What is known about an order.
private struct OrderStatus: Encodable {
  let order: UInt64
  let run: String
  let state: String
  let receipt: Receipt?
  let error: String?

  init(of run: WorkflowRun<Receipt>) {
    order = run.id.number
    self.run = run.id.uuid.uuidString
    state = run.state.rawValue
    let outcome = run.currentResult
    receipt = try? outcome?.get()
    error = if case .failure(let error)? = outcome { "\(error)" } else { nil }
  }
}
