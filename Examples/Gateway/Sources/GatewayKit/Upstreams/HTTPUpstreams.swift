import AsyncHTTPClient
import Futures
import FuturesNIO
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
    let response = Future<HTTPClient.Response, any Error>.withPromise { promise in
      do {
        let request = try HTTPClient.Request(url: origin + call.path)
        let accumulator = ResponseAccumulator(request: request, maxBodySize: Self.largestAnswer)
        let task = client.execute(request: request, delegate: accumulator)
        // Cancelling the future does not stop the work behind an event-loop future by itself.
        promise.onCancel { task.cancel() }
        promise.complete(with: task.futureResult)
      } catch {
        promise.fail(error)
      }
    }
    return response.mapError { UpstreamError(describing: $0) }
      .tryMap { response throws(UpstreamError) in
        guard response.status == .ok else { throw .status(Int(response.status.code)) }
        return response.body ?? ByteBuffer()
      }
  }
}

extension HTTPUpstreams: AsyncUpstreams {
  package func get(_ call: UpstreamCall) async throws -> ByteBuffer {
    do {
      let request = HTTPClientRequest(url: origin + call.path)
      let response = try await client.execute(request, deadline: .distantFuture)
      let body = try await response.body.collect(upTo: Self.largestAnswer)
      guard response.status == .ok else { throw UpstreamError.status(Int(response.status.code)) }
      return body
    } catch let error as UpstreamError {
      throw error
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
