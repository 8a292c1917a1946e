import AsyncHTTPClient
import ServiceLifecycle

/// Shuts down an HTTP client when the services that use it have ended.
///
/// A service group shuts down its services one after another, the last one first. So put this one
/// before the services that use the client.
package struct HTTPClientService: Service {
  /// The client.
  package let client: HTTPClient

  /// Creates a service with a client of its own.
  ///
  /// - Parameter connections: The most connections to each upstream.
  package init(connections: Int = 1024) {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    // The page handlers say what is tried again, and how often.
    configuration.connectionPool.retryConnectionEstablishment = false
    // The gateway has spans of its own for these calls.
    configuration.tracing.tracer = nil
    client = HTTPClient(configuration: configuration)
  }

  package func run() async throws {
    // Throws when the task is cancelled instead, after which the client is shut down as well.
    try? await gracefulShutdown()
    try await client.shutdown()
  }
}
