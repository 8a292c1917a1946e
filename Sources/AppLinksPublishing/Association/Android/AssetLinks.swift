/// The content of an `assetlinks.json` file, which connects a website with apps and other sites.
///
/// ```swift
/// let file = AssetLinks(parsing: bytes)
/// print(file.answer(for: "https://example.com/buy/42", at: "example.com"))
/// ```
///
/// Parsing accepts any bytes: everything that Android skips is a finding. <doc:AssociationFiles>
/// describes what determines which app opens a URL.
public struct AssetLinks: Sendable, Hashable {
  /// The relation that lets an app open the URLs of a site.
  package static let handleAllURLs = "delegate_permission/common.handle_all_urls"

  /// The relation that lets an app use the credentials of a site.
  package static let getLoginCredentials = "delegate_permission/common.get_login_creds"

  /// The statements, in order.
  package var statements: [Statement]

  /// The URLs of the files that this one includes.
  ///
  /// Android loads them, but not the files that they include. See ``including(_:)``.
  public var includes: [String]

  /// The findings about the parsed file for its author, in the order of the file.
  ///
  /// The array is empty for a file that was not parsed. ``LintExplanation/associationFiles``
  /// explains the codes.
  public internal(set) var findings: [LintFinding] = []

  /// Reasons why systems could read the whole file in another way.
  var doubts: [String] = []

  /// The number of included files that Google's servers load for a file.
  static let maximumIncludes = 10

  /// Creates the content of a file.
  ///
  /// - Parameters:
  ///   - statements: The statements, in order.
  ///   - includes: The URLs of the files that this one includes.
  package init(statements: [Statement] = [], includes: [String] = []) {
    self.statements = statements
    self.includes = includes
  }

  /// Returns the content with the statements of the files that it includes.
  ///
  /// The statements of included files follow those of this file. Files that included files include
  /// are ignored, as on Android.
  ///
  /// - Parameter files: The included files by their URLs, as written in ``includes``.
  /// - Returns: The content without ``includes`` that were found.
  public func including(_ files: [String: AssetLinks]) -> AssetLinks {
    var whole = self
    whole.includes = includes.filter { files[$0] == nil }
    for url in includes {
      guard let file = files[url] else { continue }
      whole.statements += file.statements
      whole.doubts += file.doubts
    }
    return whole
  }
}

extension AssetLinks {
  /// A statement: what a site lets an app or another site do.
  package struct Statement: Sendable, Hashable {
    /// The relations, such as ``AssetLinks/handleAllURLs``.
    package var relations: [String]

    /// The app or the site.
    package var target: Target

    /// The dynamic rules for App Links, of Android 15 and later, or `nil` without a list.
    ///
    /// They narrow what the manifest of the app declares, and never widen it.
    package var rules: [Rule]?

    /// The line of the file, counted from 1, or `nil` if the statement was not parsed.
    package internal(set) var line: Int?

    /// Reasons why systems could read the statement in another way.
    var doubts: [String] = []

    /// Reasons why systems with dynamic rules could read them in another way.
    var doubtsOfRules: [String] = []

    /// Creates a statement.
    ///
    /// - Parameters:
    ///   - relations: The relations.
    ///   - target: The app or the site.
    ///   - rules: The dynamic rules for App Links, or `nil` without a list.
    package init(relations: [String], target: Target, rules: [Rule]? = nil) {
      self.relations = relations
      self.target = target
      self.rules = rules
    }

    /// Creates a statement that lets an app open the URLs of the site.
    ///
    /// - Parameters:
    ///   - package: The package of the app.
    ///   - fingerprints: The fingerprints of its certificates.
    ///   - rules: The dynamic rules, or `nil` without a list.
    /// - Returns: The statement.
    package static func app(
      _ package: String,
      fingerprints: [String],
      rules: [Rule]? = nil
    ) -> Statement {
      Statement(
        relations: [handleAllURLs],
        target: .app(package: package, fingerprints: fingerprints),
        rules: rules
      )
    }
  }

  /// What a statement applies to.
  package enum Target: Sendable, Hashable {
    /// An app with a package, signed with one of the certificates.
    ///
    /// A fingerprint is the SHA-256 of a certificate, in uppercase with colons.
    case app(package: String, fingerprints: [String])

    /// A website without a path, such as `https://example.com`.
    case site(String)
  }

  /// A dynamic rule, of Android 15 and later.
  package struct Rule: Sendable, Hashable {
    /// The pattern for the path, without escapes.
    package var path: String?

    /// The patterns for query items by name.
    package var query: [String: String]?

    /// The pattern for the fragment.
    package var fragment: String?

    /// Whether the app does not open URLs that match.
    package var isExcluded: Bool

    /// The line of the file, counted from 1, or `nil` if the rule was not parsed.
    package internal(set) var line: Int?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - path: The pattern for the path.
    ///   - query: The patterns for query items by name.
    ///   - fragment: The pattern for the fragment.
    ///   - isExcluded: Whether the app does not open URLs that match.
    package init(
      path: String? = nil,
      query: [String: String]? = nil,
      fragment: String? = nil,
      isExcluded: Bool = false
    ) {
      self.path = path
      self.query = query
      self.fragment = fragment
      self.isExcluded = isExcluded
    }
  }
}
