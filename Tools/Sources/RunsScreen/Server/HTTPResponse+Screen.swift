import FlyingFox
import Foundation

extension HTTPResponse {
  /// Creates a response with text.
  init(_ status: HTTPStatusCode = .ok, _ type: String, _ text: String) {
    self.init(statusCode: status, headers: HTTPHeaders([.contentType: type]), body: Data(text.utf8))
  }

  /// Returns a redirect to the page to load after a form, so that reloading does not submit the
  /// form again.
  static func seeOther(_ address: String) -> HTTPResponse {
    HTTPResponse(statusCode: .seeOther, headers: HTTPHeaders([.location: address]))
  }

  /// Returns a file to save, of any content.
  static func download(_ data: Data, named name: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: HTTPHeaders([
        .contentType: "application/octet-stream",
        .contentDisposition: "attachment; filename=\"\(name)\"",
      ]),
      body: data
    )
  }

  private static let policy =
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    + "img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

  /// The headers of all responses.
  mutating func harden() {
    let isPicture = headers[.contentType]?.hasPrefix("image/svg") == true
    let policy = isPicture ? "default-src 'none'; style-src 'unsafe-inline'" : Self.policy
    for (name, value) in [
      ("Content-Security-Policy", policy), ("Cache-Control", "no-store"),
      ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ] {
      headers[HTTPHeader(name)] = value
    }
  }

  /// Removes the body of the answer to a request for the head.
  mutating func removeBody() {
    guard case .httpBody(let body) = payload else { return }
    if let count = body.count { headers[.contentLength] = "\(count)" }
    payload = .httpBody(HTTPBodySequence())
  }
}
