internal import AppLinks
public import AppLinksResolving

extension AppLinkDescription {
  /// The errors, warnings and notes about the description.
  ///
  /// The findings are those of ``AppLinkLinter`` for a page with these tags. Instead of a line,
  /// they have a ``LintFinding/subject`` such as `targets[0].url`.
  ///
  /// - Complexity: O(*n*) in the length of the description.
  public var findings: [LintFinding] {
    let written = written
    let placeholders = Placeholders(placeholders)
    let subject = LintSubject(tags: written.map { placeholders.filled($0.tag) })
    return LintRules.findings(about: subject) { tag, key in
      guard written.indices.contains(tag) else { return nil }
      let components = written[tag].tag.components
      let key = key ?? (components.count > 2 ? String(components[2]) : nil)
      return written[tag].part + (key.map { "." + $0 } ?? "")
    }
  }

  /// Returns the tags in the order in which they belong on the page.
  ///
  /// If there are several targets for a platform, each one begins with a tag without content, as
  /// the App Links specification requires.
  ///
  /// - Returns: The tags, without lines and columns.
  /// - Throws: ``AppLinkDescriptionError`` if a finding is an error: readers would not receive the
  ///   content of the description, or could not use it.
  /// - Complexity: O(*n*) in the length of the description.
  public func tags() throws(AppLinkDescriptionError) -> [AppLinkTag] {
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw AppLinkDescriptionError(findings: errors) }
    return written.map(\.tag)
  }

  /// Returns the tags as HTML for the head of a page, with one tag per line.
  ///
  /// - Parameters:
  ///   - indentation: The number of spaces at the beginning of each line.
  ///   - isXML: Whether to close the tags as XHTML requires.
  ///   - isASCII: Whether to replace all characters except ASCII by character references, for pages
  ///     that are not in UTF-8.
  /// - Returns: The lines, without a trailing line break.
  /// - Throws: ``AppLinkDescriptionError`` if a finding is an error.
  /// - Complexity: O(*n*) in the length of the description.
  public func html(
    indentation: Int = 0,
    isXML: Bool = false,
    isASCII: Bool = false
  ) throws(AppLinkDescriptionError) -> String {
    let margin = String(repeating: " ", count: max(0, indentation))
    let placeholders = Placeholders(placeholders)
    return try tags().map {
      margin + $0.html(isXML: isXML, isASCII: isASCII, keeping: placeholders)
    }
    .joined(separator: "\n")
  }
}

extension AppLinkTag {
  /// The tag as HTML, on one line.
  ///
  /// ```swift
  /// AppLinkTag(property: "al:ios:app_name", content: "Socks & Co").html
  /// // <meta property="al:ios:app_name" content="Socks &amp; Co">
  /// ```
  ///
  /// A reader of a UTF-8 page receives the same property and content, unless they contain a NUL
  /// character, which pages cannot contain.
  public var html: String { html(isXML: false, isASCII: false) }

  func html(
    isXML: Bool,
    isASCII: Bool,
    keeping placeholders: Placeholders = Placeholders([])
  ) -> String {
    var text = "<meta property=\"\(HTMLText.escaped(property, isASCII: isASCII))\""
    if let content {
      let escaped = placeholders.replacing(in: content) { text, isPlaceholder in
        isPlaceholder ? text : HTMLText.escaped(text, isASCII: isASCII)
      }
      text += " content=\"\(escaped)\""
    }
    return text + (isXML ? " />" : ">")
  }
}

/// An error that describes why a description cannot be written as tags.
public struct AppLinkDescriptionError: Error, Hashable, Sendable {
  /// The errors.
  ///
  /// The ``LintFinding/subject`` of each finding names the part of the description.
  public let findings: [LintFinding]

  init(findings: [LintFinding]) { self.findings = findings }
}

extension AppLinkDescriptionError: CustomStringConvertible {
  /// What is wrong and what to do, with one line per finding.
  public var description: String {
    findings.map(\.description).joined(separator: "\n")
  }
}
