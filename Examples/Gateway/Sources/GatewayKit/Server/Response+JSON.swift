import Foundation
import Hummingbird

extension Response {
  /// Creates a response with a body in JSON.
  ///
  /// - Parameters:
  ///   - value: What to encode; its keys are sorted.
  ///   - status: The status.
  ///   - headers: Further headers.
  /// - Returns: The response.
  /// - Throws: What the encoder throws.
  static func json(
    _ value: some Encodable,
    status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(
      status: status,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value) + [0x0A]))
    )
  }
}
