internal import AppLinks
internal import Foundation

extension AppLinkResolution {
  /// Returns the same answer for another spelling of the URL.
  ///
  /// The answer is for the URL without a fragment, which is not sent to a server and can be a
  /// secret. Redirects without their own fragment carry that of this caller.
  func asked(for url: URL) -> AppLinkResolution {
    if sourceURL == url { return self }
    let asked = sourceURL
    var answer = self
    answer.sourceURL = url
    answer.finalURL = finalURL.map { $0.carrying(on: asked, to: url) }
    answer.redirects = redirects.map { $0.carrying(on: asked, to: url) }
    return answer
  }
}

extension Result<AppLinkResolution, any Error> {
  /// Returns the same answer or the same error for another spelling of the URL.
  func asked(for url: URL) -> Self {
    switch self {
    case .success(let answer): .success(answer.asked(for: url))
    case .failure(let error as AppLinkResolveError): .failure(error.asked(for: url))
    case .failure: self
    }
  }
}

extension AppLinkResolveError {
  /// Returns the same error for another spelling of the URL.
  ///
  /// The URL of a failure after a redirect remains.
  fileprivate func asked(for url: URL) -> AppLinkResolveError {
    if self.url == url || PageKey(self.url) != PageKey(url) { return self }
    return AppLinkResolveError(
      code,
      url: url,
      message: message,
      status: status,
      underlying: underlying
    )
  }
}

extension URL {
  /// Returns a URL of the route from one spelling of a URL as it is on the route from another
  /// spelling.
  fileprivate func carrying(on asked: URL, to url: URL) -> URL {
    if self == asked { return url }
    return URLParts(self).fragment == nil ? settingFragment(URLParts(url).fragment) : self
  }
}
