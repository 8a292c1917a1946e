import HTTPTypes
import Hummingbird

/// The methods that each path allows, for requests with another method.
enum AllowedMethods {
  private static let others = [
    "/api/v1/index": "GET, HEAD, POST", "/again": "POST",
  ]

  private static let readable: Set = [
    "/", "/api/v1/page", "/api/v1/why", "/health", "/metrics", "/openapi.json", "/problems",
    "/style.css", "/copy.js", "/.well-known/assetlinks.json",
    "/.well-known/apple-app-site-association", "/apple-app-site-association",
  ]

  /// Returns the problem of a request for which there is no route.
  static func problem(of request: Request) -> Problem? {
    let path = request.uri.path
    guard let methods = others[path] ?? (readable.contains(path) ? "GET, HEAD" : nil) else {
      return nil
    }
    return Problem(
      "method-not-allowed",
      .methodNotAllowed,
      "The path does not take this method.",
      "Use one of these methods: \(methods).",
      headers: [.allow: methods]
    )
  }
}
