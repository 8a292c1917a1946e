/// What can be odd on the way to a page.
extension AppLinkDiagnostic.Code {
  /// A redirect leads to something that is no page of the web, or nowhere, and was not followed.
  public static let redirectNotFollowed = Self(rawValue: "redirect-not-followed")

  /// The answer is no page, so it was not read.
  public static let notAPage = Self(rawValue: "not-a-page")

  /// The page came with a status that tells of an error.
  public static let errorStatus = Self(rawValue: "error-status")
}
