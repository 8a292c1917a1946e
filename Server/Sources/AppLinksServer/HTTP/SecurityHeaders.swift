import HTTPTypes
import Hummingbird

/// Adds the header fields that limit what browsers do with an answer.
struct SecurityHeaders: RouterMiddleware {
  typealias Context = ServerContext

  /// What a page may load: the style and the script of this server.
  static let policy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'", "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  func handle(
    _ request: Request,
    context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "no-referrer"
    response.headers[.contentSecurityPolicy] = Self.policy
    return response
  }
}

extension HTTPField.Name {
  static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
