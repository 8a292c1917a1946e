import AppLinksResolving

/// The reason that a page could not be loaded.
package struct LoadFailure: Codable, Hashable, Sendable {
  /// The code of the error, such as `host-not-found`.
  package let code: String

  /// What is wrong, as a phrase.
  package let message: String

  /// What is wrong, as a sentence.
  package var sentence: String {
    // Some phrases begin with what others leave out.
    let start = "the page could not be loaded"
    let rest = message.hasPrefix(start) ? String(message.dropFirst(start.count)) : ": \(message)"
    return "The page could not be loaded\(rest)."
  }

  init(_ error: AppLinkResolveError) {
    code = error.code.rawValue
    message = error.message
  }
}
