import ArgumentParser

/// The page to work with, and how to load it.
struct PageOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The page: a URL, a file, or - for standard input.",
      valueName: "page"
    ),
    completion: .file(),
    transform: PageReference.parse
  )
  var page: PageReference

  @Option(
    help: ArgumentHelp(
      "The web URL of the page, for a file or standard input.",
      valueName: "url"
    ),
    transform: URLArgument.parsePage
  )
  var source: URLArgument?

  @OptionGroup(title: "For web pages")
  var request: RequestOptions

  func validate() throws {
    guard source != nil else { return }
    switch page {
    case .file, .standardInput: break
    case .web, .app:
      throw ValidationError(
        "'--source' is for a file or standard input, but '\(page.name)' is a URL. Remove "
          + "'--source'."
      )
    }
  }
}
