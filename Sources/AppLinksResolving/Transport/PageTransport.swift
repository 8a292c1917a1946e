/// Loads pages, one request at a time, for an ``HTTPResolver``.
///
/// The one to use is ``URLSessionTransport``. Write another one to load pages with another client,
/// through a proxy of your own, or from a table in tests.
public protocol PageTransport: Sendable {
  /// Loads a page.
  ///
  /// Redirects are not followed: the response that redirects is the answer. The response goes to
  /// the receiver first, then the body in pieces, decompressed. Once the receiver wants no more,
  /// the transfer should be broken off, and the method should return.
  ///
  /// - Parameters:
  ///   - request: What to ask for, and from whom.
  ///   - receiver: Takes the response and the body.
  /// - Throws: Why the page could not be loaded, as `URLError` where there is a code for it, or
  ///   `CancellationError` if the task was cancelled.
  func load(_ request: PageRequest, into receiver: PageReceiver) async throws
}
