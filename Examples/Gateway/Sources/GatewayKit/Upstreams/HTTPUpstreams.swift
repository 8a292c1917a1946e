import AsyncHTTPClient
import Futures
import NIOCore

/// Calls upstreams over HTTP.
package struct HTTPUpstreams: Sendable {
  private static let largestAnswer = 1 << 20

  private let client: HTTPClient
  private let origin: String

  /// Creates upstreams.
  ///
  /// - Parameters:
  ///   - client: The client to call them with.
  ///   - port: The port on this computer on which they listen.
  package init(_ client: HTTPClient, port: Int) {
    self.client = client
    origin = "http://127.0.0.1:\(port)"
  }
}

extension HTTPUpstreams: FutureUpstreams {
  package func get(_ call: UpstreamCall) -> Future<ByteBuffer, UpstreamError> {
    Future { try await load(call) }
      .mapError { ($0 as? UpstreamError) ?? UpstreamError(describing: $0) }
  }
}

extension HTTPUpstreams: AsyncUpstreams {
  package func get(_ call: UpstreamCall) async throws -> ByteBuffer { try await load(call) }

  private func load(_ call: UpstreamCall) async throws -> ByteBuffer {
    do {
      let request = HTTPClientRequest(url: origin + call.path)
      let response = try await client.execute(request, deadline: .distantFuture)
      let body = try await response.body.collect(upTo: Self.largestAnswer)
      guard response.status == .ok else { throw UpstreamError.status(Int(response.status.code)) }
      return body
    } catch let error as UpstreamError {
      throw error
    } catch is NIOTooManyBytesError {
      throw UpstreamError.tooLarge(maximum: Self.largestAnswer)
    } catch {
      try Task.checkCancellation()
      throw UpstreamError(describing: error)
    }
  }
}

extension UpstreamError {
  /// Creates the error for one of the HTTP client.
  fileprivate init(describing error: any Error) {
    self = GatewayKit.isCancellation(error) ? .cancelled : .unreachable("\(error)")
  }
}
