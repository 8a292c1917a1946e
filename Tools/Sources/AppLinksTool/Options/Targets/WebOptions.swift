import AppLinks
import AppLinksPublishing
import ArgumentParser

/// The fallback for people without an app.
struct WebOptions: ParsableArguments {
  @Option(
    name: .customLong("web-url"),
    help: ArgumentHelp(
      "The page to fall back to, if it is not the page with the tags.",
      valueName: "url"
    )
  )
  var url: String?

  @Flag(name: .customLong("no-web-fallback"), help: "Do not fall back to the web.")
  var isForbidden = false

  func validate() throws {
    if isForbidden, url != nil {
      throw ValidationError(
        "'--web-url' and '--no-web-fallback' cannot be combined. Remove one of them."
      )
    }
  }

  var fallback: AppLinkDescription.WebFallback {
    isForbidden ? .forbidden : url.map { .url($0) } ?? .page
  }
}
