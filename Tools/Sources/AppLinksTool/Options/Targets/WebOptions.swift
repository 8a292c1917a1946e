import AppLinks
import AppLinksPublishing
import ArgumentParser

/// Where to go without an app.
struct WebOptions: ParsableArguments {
  @Option(
    name: .customLong("web-url"),
    help: ArgumentHelp("Another page to fall back to than the one with the tags.", valueName: "url")
  )
  var url: String?

  @Flag(name: .customLong("no-web-fallback"), help: "Do not fall back to the web.")
  var isForbidden = false

  func validate() throws {
    if isForbidden, url != nil {
      throw ValidationError(
        "'--web-url' and '--no-web-fallback' exclude each other. Leave one out."
      )
    }
  }

  var fallback: AppLinkDescription.WebFallback {
    isForbidden ? .forbidden : url.map { .url($0) } ?? .page
  }
}
