import AppLinks
import Hummingbird

/// The size of what a request may have.
package struct RequestLimits: Sendable, Hashable {
  /// The bytes of a body, and of a query.
  package var maximumBody: Int

  /// The bytes of a URL that is asked about.
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
