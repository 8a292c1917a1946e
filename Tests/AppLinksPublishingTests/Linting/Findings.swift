import AppLinks
import AppLinksPublishing
import AppLinksResolving

/// The findings in the format `line:column subject code`, without those that every small page has.
func found(_ html: String) -> [String] {
  found(html, ignoring: [.missingWebURL, .missingStoreID, .missingAppName, .noTags, .noApps])
}

/// The findings in the format `line:column subject code`.
func found(_ html: String, ignoring: Set<AppLinkDiagnostic.Code>) -> [String] {
  AppLinkLinter().lint(html).filter { !ignoring.contains($0.code) }.map(short)
}

/// A finding in the short format.
func short(_ finding: LintFinding) -> String {
  let place = finding.line.map { "\($0):\(finding.column ?? 0) " } ?? ""
  return place + (finding.subject.map { $0 + " " } ?? "") + finding.code.rawValue
}

/// A page with tags, one per line.
func page(_ tags: (String, String?)...) -> String {
  tags.map { AppLinkTag(property: $0.0, content: $0.1).html }.joined(separator: "\n")
}
