/// How much a client may ask for.
package struct ClientLimits: Sendable, Hashable {
  /// The number of URLs that a client may ask about per minute, or `nil` for no limit.
  ///
  /// After a minute without requests, a client may ask about that many at once.
  package var urlsPerMinute: Int?

  /// The maximum number of URLs in one request.
  package var urlsPerRequest: Int

  /// The number of URLs of one client that are looked up at the same time.
  package var lookupsAtOnce: Int

  package init(urlsPerMinute: Int? = 600, urlsPerRequest: Int = 50, lookupsAtOnce: Int = 16) {
    self.urlsPerMinute = urlsPerMinute
    self.urlsPerRequest = urlsPerRequest
    self.lookupsAtOnce = lookupsAtOnce
  }
}
