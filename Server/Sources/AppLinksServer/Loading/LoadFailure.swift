import AppLinksResolving

/// Why a page could not be loaded.
package struct LoadFailure: Codable, Hashable, Sendable {
  /// The code of the error, such as `host-not-found`.
  package let code: String

  /// What is wrong, as a phrase.
  package let message: String

  init(_ error: AppLinkResolveError) {
    code = error.code.rawValue
    message = error.message
  }
}
