package import Hummingbird
package import NIOCore

/// The context of a request, with its client.
package struct ServerContext: RequestContext, RemoteAddressRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let remoteAddress: SocketAddress?
  /// The client, once the limits have been applied.
  var client: Client?

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

extension ServerContext {
  /// The client.
  var knownClient: Client {
    get throws(Problem) {
      guard let client else { throw .internalError }
      return client
    }
  }
}
