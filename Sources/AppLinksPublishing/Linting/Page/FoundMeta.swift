internal import AppLinks

/// What is spelt like a `meta` tag, wherever it is in a page.
struct FoundMeta {
  let place: LintedPage.Place

  /// The value of `property`, or else of `name`, or what it declares as the charset.
  let text: String

  /// What it is in, such as `a comment`; `nil` if it is in nothing that hides it.
  let container: String?
}
