import AppLinks
import Hummingbird

/// The size limits of a request.
package struct RequestLimits: Sendable, Hashable {
  /// The maximum number of bytes of a body, and of a query.
  package var maximumBody: Int

  /// The maximum number of bytes of a URL that a client asks about.
  package var maximumURL: Int

  package init(maximumBody: Int = 256 << 10, maximumURL: Int = 4096) {
    self.maximumBody = maximumBody
    self.maximumURL = maximumURL
  }

  /// Returns the page that a query asks about.
  func page(in request: Request) throws(Problem) -> AskedPage {
    let text = try request.value(of: "url", maximum: maximumURL * 3 + 1024)
    return try AskedPage(text, maximum: maximumURL)
  }
}
