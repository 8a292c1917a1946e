internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLError {
  /// Whether this is how a session refuses a URL whose host is an address of version 6.
  ///
  /// On Linux it takes no such URL, and calls it a bad one.
  ///
  /// - Parameter url: What was asked for; counts if the error does not say it.
  /// - Returns: Whether it is.
  func refusesVersion6(_ url: URL?) -> Bool {
    guard code == .badURL, let url = failingURL ?? url else { return false }
    return URLParts(url).host?.hasPrefix("[") == true
  }
}
