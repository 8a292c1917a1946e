internal import AppLinks
public import AppLinksResolving

extension AppLinkDescription {
  /// What is wrong, and what is allowed but unwise.
  ///
  /// The findings are those of ``AppLinkLinter`` for a page with these tags. Instead of a line they
  /// have a ``LintFinding/subject`` such as `targets[0].url`.
  ///
  /// - Complexity: O(*n*) in the length of the description.
  public var findings: [LintFinding] {
    let written = written
    let subject = LintSubject(tags: written.map(\.tag))
    return LintRules.findings(about: subject) { tag, key in
      guard written.indices.contains(tag) else { return nil }
      let components = written[tag].tag.components
      let key = key ?? (components.count > 2 ? String(components[2]) : nil)
      return written[tag].part + (key.map { "." + $0 } ?? "")
    }
  }

  /// The tags, in the order in which they belong on the page.
  ///
  /// Where there are several targets for a platform, each begins with a tag without content, as the
  /// App Links specification wants it.
  ///
  /// - Returns: The tags, without lines and columns.
  /// - Throws: ``AppLinkDescriptionError`` if a finding is an error: readers would get something
  ///   else than is described here, or could do nothing with it.
  /// - Complexity: O(*n*) in the length of the description.
  public func tags() throws(AppLinkDescriptionError) -> [AppLinkTag] {
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw AppLinkDescriptionError(findings: errors) }
    return written.map(\.tag)
  }

  /// The tags as HTML, one on each line, to be put into the head of a page.
  ///
  /// - Parameters:
  ///   - indentation: How many spaces to begin each line with.
  ///   - isXML: Whether to close the tags as XHTML needs it.
  ///   - isASCII: Whether to write everything else than ASCII as character references, for pages
  ///     that are not in UTF-8.
  /// - Returns: The lines, without a line break behind the last.
  /// - Throws: ``AppLinkDescriptionError`` if a finding is an error.
  /// - Complexity: O(*n*) in the length of the description.
  public func html(
    indentation: Int = 0,
    isXML: Bool = false,
    isASCII: Bool = false
  ) throws(AppLinkDescriptionError) -> String {
    let margin = String(repeating: " ", count: max(0, indentation))
    return try tags().map { margin + $0.html(isXML: isXML, isASCII: isASCII) }
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
  /// Read from a page in UTF-8, it gives the same property and content again, unless they have a
  /// NUL in them, which no page can have.
  public var html: String { html(isXML: false, isASCII: false) }

  func html(isXML: Bool, isASCII: Bool) -> String {
    var text = "<meta property=\"\(HTMLText.escaped(property, isASCII: isASCII))\""
    if let content { text += " content=\"\(HTMLText.escaped(content, isASCII: isASCII))\"" }
    return text + (isXML ? " />" : ">")
  }
}

/// Why a description cannot be written as tags.
public struct AppLinkDescriptionError: Error, Hashable, Sendable {
  /// Everything that is wrong; each with a ``LintFinding/subject`` that tells where.
  public let findings: [LintFinding]

  init(findings: [LintFinding]) { self.findings = findings }
}

extension AppLinkDescriptionError: CustomStringConvertible {
  /// What is wrong and what to do, one line for each finding.
  public var description: String {
    findings.map(\.description).joined(separator: "\n")
  }
}
