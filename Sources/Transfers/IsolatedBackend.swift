internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A back end with a `URLSession` for each transfer.
struct IsolatedBackend: TransferBackend {
  let configuration: URLSessionConfiguration

  func start(
    _ request: URLRequest,
    _ body: TransferBody,
    for transfer: any TransferEvents
  ) -> @Sendable () -> Void {
    URLSessionBackend(configuration: configuration).start(request, body, for: transfer)
  }
}

extension URLSessionConfiguration {
  /// A configuration that stores no cookies, caches nothing, and has no credentials.
  static var forgetful: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }
}
