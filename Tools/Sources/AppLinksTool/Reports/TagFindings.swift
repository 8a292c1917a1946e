import AppLinks
import AppLinksPublishing

/// The findings about a description, with the names of the options that it was created from.
struct TagFindings {
  private let description: AppLinkDescription

  init(_ description: AppLinkDescription) { self.description = description }

  /// Returns the findings with a severity, with one line each.
  func lines(_ severity: LintFinding.Severity) -> [String] {
    description.findings.filter { $0.severity == severity }.map { finding in
      let label = severity == .error ? "" : "\(severity.rawValue): "
      return label + option(finding.subject) + "\(finding.message) \(finding.advice)"
    }
  }

  /// Returns the option of a part of the description, as in `--ios-url: `.
  private func option(_ subject: String?) -> String {
    guard let subject else { return "" }
    if subject == "web.should_fallback" { return "--no-web-fallback: " }
    let parts = subject.split(separator: ".")
    var words = [String(parts[0])]
    if let index = Int(parts[0].drop { !$0.isNumber }.prefix { $0.isNumber }),
      description.targets.indices.contains(index)
    {
      words = [description.targets[index].platform]
    }
    words += parts.dropFirst().map(String.init)
    return "--" + words.joined(separator: "-").replacing("_", with: "-") + ": "
  }
}
