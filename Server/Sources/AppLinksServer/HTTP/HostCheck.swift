import HTTPTypes
import Hummingbird

/// Refuses requests that do not name one host, which servers in a chain could read differently.
struct HostCheck: RouterMiddleware {
  typealias Context = ServerContext

  func handle(
    _ request: Request,
    context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    // The first field is the authority; others stay among the fields.
    guard request.head.authority != nil, request.headers[.host] == nil else {
      throw Problem.badRequest("Send the field 'Host' once.")
    }
    return try await next(request, context)
  }
}

extension HTTPField.Name {
  static let host = HTTPField.Name("Host")!
}
