/// The answer of both services, with status 400, to a request that they refuse.
package struct ErrorResponse: Decodable, Sendable {
  /// Why the request was refused, in English.
  package let reason: String
}
