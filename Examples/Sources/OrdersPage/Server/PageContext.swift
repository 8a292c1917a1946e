#if Page
import Hummingbird

/// What is known of a request besides its head and body.
package struct PageContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The port that it has come to; `nil` without a network.
  let port: Int?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    port = source.channel.localAddress?.port
  }
}
#endif
