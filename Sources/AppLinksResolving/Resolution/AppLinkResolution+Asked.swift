internal import AppLinks
internal import Foundation

extension AppLinkResolution {
  /// The same answer to another spelling of the question.
  ///
  /// A fragment is not sent to a server, and may be a secret of whoever asked first. So where it
  /// was carried along, that of the question takes its place.
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
  /// The same answer, or the same error, to another spelling of the question.
  func asked(for url: URL) -> Self {
    switch self {
    case .success(let answer): .success(answer.asked(for: url))
    case .failure(let error as AppLinkResolveError): .failure(error.asked(for: url))
    case .failure: self
    }
  }
}

extension AppLinkResolveError {
  /// The same error for another spelling of the question.
  ///
  /// What failed behind a redirect is told without a fragment: nobody knows whose it is.
  fileprivate func asked(for url: URL) -> AppLinkResolveError {
    if self.url == url { return self }
    let place = PageKey(self.url) == PageKey(url) ? url : self.url.settingFragment(nil)
    return AppLinkResolveError(
      code,
      url: place,
      message: message,
      status: status,
      underlying: underlying
    )
  }
}

extension URL {
  /// A URL on the way from one spelling of a question, as it is on the way from another one.
  fileprivate func carrying(on asked: URL, to url: URL) -> URL {
    if self == asked { return url }
    let fragment = URLParts(asked).fragment
    return URLParts(self).fragment == fragment ? settingFragment(URLParts(url).fragment) : self
  }
}
