/// How much a client may ask for.
package struct ClientLimits: Sendable, Hashable {
  /// The URLs that a client may ask about per minute, or `nil` for any number.
  ///
  /// A client that was quiet for a minute may ask about as many at once.
  package var urlsPerMinute: Int?

  /// The URLs in one request.
  package var urlsPerRequest: Int

  /// The URLs of one client that are looked up at the same time.
  package var lookupsAtOnce: Int

  package init(urlsPerMinute: Int? = 600, urlsPerRequest: Int = 50, lookupsAtOnce: Int = 16) {
    self.urlsPerMinute = urlsPerMinute
    self.urlsPerRequest = urlsPerRequest
    self.lookupsAtOnce = lookupsAtOnce
  }
}
