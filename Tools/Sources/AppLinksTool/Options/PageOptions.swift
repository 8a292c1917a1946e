import ArgumentParser

/// The page to work with, and how to get it.
struct PageOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The page: its URL, a file, or - for standard input.",
      valueName: "page"
    ),
    completion: .file(),
    transform: PageReference.parse
  )
  var page: PageReference

  @Option(
    help: ArgumentHelp(
      "The URL that the page has on the web, for a file or standard input.",
      valueName: "url"
    ),
    transform: URLArgument.parsePage
  )
  var source: URLArgument?

  @OptionGroup(title: "For a page on the web")
  var request: RequestOptions

  func validate() throws {
    guard source != nil else { return }
    switch page {
    case .file, .standardInput: break
    case .web, .app:
      throw ValidationError(
        "'--source' is for a file or standard input, and '\(page.name)' is a URL already. Leave it out."
      )
    }
  }
}
