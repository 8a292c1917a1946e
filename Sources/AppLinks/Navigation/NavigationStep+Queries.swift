extension NavigationStep {
  /// Whether a system that refuses to open the URL means it.
  ///
  /// An app may ask for the schemes that it declares; for others the answer is always no, installed or not.
  package func isRefusalMeant(declaredSchemes: [String]) -> Bool {
    let parts = URLParts(url)
    return parts.isWeb
      || declaredSchemes.contains { $0.lowercased() == parts.normalizedScheme }
  }
}
