/// The content of an `apple-app-site-association` file, which connects a domain with apps.
///
/// ```swift
/// let file = AppleAppSiteAssociation(
///   parsing: #"""
///     {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],
///     "components":[{"/":"/buy/*"}]}]}}
///     """#
/// )
/// print(file.answer(for: "https://example.com/buy/42", at: "example.com"))
/// ```
///
/// Parsing accepts any bytes: everything that it cannot use is a finding. All generations of the
/// file are supported, from `paths` to `components` with defaults and substitution variables.
/// <doc:AssociationFiles> describes what determines which app opens a URL.
public struct AppleAppSiteAssociation: Sendable, Hashable {
  /// The entries of `applinks.details`, in order.
  package var entries: [Entry]

  /// The values of `applinks.defaults`, for rules that do not set them.
  package var defaults: Rule

  /// The lists of `applinks.substitutionVariables` by name.
  package var substitutionVariables: [String: [String]]

  /// The identifiers of apps that share credentials with the domain.
  package var webCredentials: [String]

  /// The identifiers of App Clips that the domain can invoke.
  package var appClips: [String]

  /// The identifiers of apps that continue activities of the domain.
  package var activityContinuation: [String]

  /// The findings about the parsed file for its author, in the order of the file.
  ///
  /// The array is empty for a file that was not parsed. ``LintExplanation/associationFiles``
  /// explains the codes.
  public internal(set) var findings: [LintFinding] = []

  /// Reasons why systems could read the whole file in another way.
  var doubts: [String] = []

  /// Creates the content of a file.
  ///
  /// - Parameters:
  ///   - entries: The entries, in order.
  ///   - defaults: The values for rules that do not set them.
  ///   - substitutionVariables: The lists by name.
  ///   - webCredentials: The identifiers of apps that share credentials.
  ///   - appClips: The identifiers of App Clips.
  ///   - activityContinuation: The identifiers of apps that continue activities.
  package init(
    entries: [Entry] = [],
    defaults: Rule = Rule(),
    substitutionVariables: [String: [String]] = [:],
    webCredentials: [String] = [],
    appClips: [String] = [],
    activityContinuation: [String] = []
  ) {
    self.entries = entries
    self.defaults = defaults
    self.substitutionVariables = substitutionVariables
    self.webCredentials = webCredentials
    self.appClips = appClips
    self.activityContinuation = activityContinuation
  }
}

extension AppleAppSiteAssociation {
  /// Rules for one or more apps.
  package struct Entry: Sendable, Hashable {
    /// The spelling of the rules.
    package enum Style: String, Sendable, Hashable {
      /// Dictionaries of parts, for iOS 13 and later.
      case components

      /// Strings with an optional `NOT`, for iOS 9 and later.
      case paths
    }

    /// The application identifiers, such as `ABCDE12345.com.example.shop`.
    package var appIDs: [String]

    /// The rules; the first one that matches a URL decides.
    package var rules: [Rule]

    /// The values for rules of this entry that do not set them.
    package var defaults: Rule

    /// The spelling of the rules.
    package var style: Style

    /// The line of the file, counted from 1, or `nil` if the entry was not parsed.
    package internal(set) var line: Int?

    /// Reasons why systems could read the entry in another way.
    var doubts: [String] = []

    /// The apps that only some systems may find in the entry.
    var doubtfulAppIDs: Set<String> = []

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - appIDs: The application identifiers.
    ///   - rules: The rules, in order.
    ///   - defaults: The values for rules that do not set them.
    ///   - style: The spelling of the rules. The style `paths` has only paths and exclusions.
    package init(
      appIDs: [String],
      rules: [Rule],
      defaults: Rule = Rule(),
      style: Style = .components
    ) {
      self.appIDs = appIDs
      self.rules = rules
      self.defaults = defaults
      self.style = style
    }
  }
}
