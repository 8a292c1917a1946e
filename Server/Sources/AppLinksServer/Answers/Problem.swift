package import HTTPTypes
package import Hummingbird
import JSONValues
import NIOCore

/// An answer that says what is wrong with a request, or why it could not be answered (RFC 9457).
package struct Problem: HTTPResponseError {
  /// The kind, in lowercase with hyphens, stable across releases.
  package let code: String
  package let status: HTTPResponse.Status
  /// What the kind means, the same for all problems of the kind.
  package let title: String
  /// What is wrong with this request, and what to do.
  package let detail: String
  /// Header fields of the answer, such as `Retry-After`.
  package var headers: HTTPFields

  package init(
    _ code: String,
    _ status: HTTPResponse.Status,
    _ title: String,
    _ detail: String,
    headers: HTTPFields = [:]
  ) {
    self.code = code
    self.status = status
    self.title = title
    self.detail = detail
    self.headers = headers
  }

  var json: JSONValue {
    [
      "type": .string("/problems#\(code)"), "code": .string(code), "title": .string(title),
      "status": .integer(Int64(status.code)), "detail": .string(detail),
    ]
  }

  package func response(
    from request: Request,
    context: some RequestContext
  ) throws -> Response {
    response
  }

  var response: Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    return Response(status: status, headers: headers, body: .json(json))
  }
}
