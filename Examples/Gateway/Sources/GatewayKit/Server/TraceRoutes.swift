import Futures
import Hummingbird

/// `GET /traces/1`: what happened during a request.
struct TraceRoutes: Sendable {
  let traces: TraceLog

  func add(to router: Router<BasicRequestContext>) {
    router.get("traces/{id}") { _, context in
      let id = try context.parameters.require("id")
      let notFound = HTTPError(.notFound, message: "There is no trace \(id), or it is too old.")
      guard let spans = traces.spans(of: id) else { throw notFound }
      do {
        // A call that was cancelled ends a moment after the response.
        return try await "\(Waterfall(spans.value))"
      } catch is BrokenPromise {
        // Newer traces have taken its place since.
        throw notFound
      }
    }
  }
}
