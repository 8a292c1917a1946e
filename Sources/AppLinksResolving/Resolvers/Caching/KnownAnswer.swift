internal import AppLinks
internal import Foundation
internal import Futures

/// The result of resolving: an answer or a failure, both of which can be cached.
struct KnownAnswer: Sendable {
  let result: Result<AppLinkResolution, any Error>
  /// The approximate size in bytes, including the key.
  let size: Int

  init(result: Result<AppLinkResolution, any Error>, to key: PageKey) {
    self.result = result
    size = KnownAnswer.size(of: result, key)
  }

  /// Returns the approximate size of an answer in bytes: its text, twice because of the tree, and
  /// an overhead for each piece.
  private static func size(
    of result: Result<AppLinkResolution, any Error>,
    _ key: PageKey
  ) -> Int {
    var size = 512 + 2 * key.text.utf8.count
    guard case .success(let resolution) = result else { return size }
    for tag in resolution.metadata.tags {
      size += 256 + 2 * (tag.property.utf8.count + (tag.content?.utf8.count ?? 0))
    }
    for diagnostic in resolution.diagnostics { size += 64 + diagnostic.message.utf8.count }
    for url in resolution.redirects + [resolution.finalURL ?? resolution.sourceURL] {
      size += 128 + url.absoluteString.utf8.count
    }
    return size
  }
}

extension CacheLimits {
  /// The limits in the form that the cache uses.
  var retention: Retention<KnownAnswer> {
    Retention(count: count, totalCost: totalBytes, cost: \.size) { lifetime(of: $0) }
  }

  private func lifetime(of answer: KnownAnswer) -> Duration {
    switch answer.result {
    case .success(let answer) where answer.status ?? 200 >= 400: failureLifetime
    case .success: lifetime
    case .failure(is CancellationError): .zero
    case .failure: failureLifetime
    }
  }
}
