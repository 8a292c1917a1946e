import HTTPTypes
import Hummingbird
import InMemoryTracing
import Tracing

/// `GET /tenon/products/1` and `GET /tasks/products/1`.
struct PageRoutes: Sendable {
  let style: PageStyle
  let handler: any PageHandler

  func add(to router: Router<BasicRequestContext>) {
    router.get("\(style.rawValue)/products/{id}") { _, context in
      let id = try context.parameters.require("id", as: Int.self)
      return try await withSpan("GET /\(style.rawValue)/products/\(id)", ofKind: .server) { span in
        var response = try await respond(id)
        if let trace = span.context.inMemorySpanContext {
          response.headers[.trace] = "/traces/\(trace.traceID)"
        }
        return response
      }
    }
  }

  private func respond(_ id: Int) async throws -> Response {
    do {
      return try .json(await handler.page(id))
    } catch let error as UpstreamError where error != .cancelled {
      return try .json(Problem(error: "\(error)"), status: error.gatewayStatus)
    }
  }
}

/// The body of a response without a page.
private struct Problem: Encodable {
  let error: String
}

extension UpstreamError {
  /// What a gateway answers when the error leaves it without a page.
  fileprivate var gatewayStatus: HTTPResponse.Status {
    if case .late = self { .gatewayTimeout } else { .badGateway }
  }
}

extension HTTPField.Name {
  /// The path of the trace of a request.
  fileprivate static let trace = HTTPField.Name("trace")!
}
