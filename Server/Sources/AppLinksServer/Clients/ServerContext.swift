package import Hummingbird
package import NIOCore

/// A request, and who sent it.
package struct ServerContext: RequestContext, RemoteAddressRequestContext {
  package var coreContext: CoreRequestContextStorage
  package let remoteAddress: SocketAddress?
  /// Who sent the request, once the limits have been applied.
  var client: Client?

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

extension ServerContext {
  /// Who sent the request.
  var knownClient: Client {
    get throws(Problem) {
      guard let client else { throw .internalError }
      return client
    }
  }
}
