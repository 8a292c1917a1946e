/// A linter that finds where a page, the association files of its host and its apps contradict each
/// other.
///
/// ```swift
/// let linter = ConsistencyLinter()
/// let page = LinkedPage(html: html, url: "https://shop.example/socks/7")
/// let host = LinkedHost(host: "shop.example", androidFile: file)
/// for finding in linter.lint(page, hosts: [host]) { print(finding) }
/// ```
///
/// If a text can be corrected, ``LintFinding/correction`` contains the text to paste. You decide
/// which of two values is right: a correction assumes that the tags of App Links are.
/// <doc:LintingSites> lists all findings.
public struct ConsistencyLinter: Sendable, Hashable {
  /// The apps of the site, or `nil` if they are not known.
  ///
  /// With them, the linter finds apps and certificates that the association files lack.
  public var apps: AssociationDescription?

  /// Creates a linter.
  ///
  /// - Parameter apps: The apps of the site.
  public init(apps: AssociationDescription? = nil) { self.apps = apps }

  /// Finds contradictions in a page, and between it and the files of hosts.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - hosts: The host of the page, and those of links that redirect to it.
  /// - Returns: The findings in the order of the page. Findings about the whole page come first.
  /// - Complexity: O(*n*²) in the number of tags, of which at most 512 are read.
  public func lint(_ page: LinkedPage, hosts: [LinkedHost] = []) -> [LintFinding] {
    var report = ConsistencyReport()
    AppChecks.check(page, &report)
    AddressChecks.check(page, &report)
    HostChecks(page: page, hosts: hosts, apps: apps).check(&report)
    return report.sorted()
  }

  /// Finds contradictions between the pages of a site.
  ///
  /// How a site derives the URLs of its apps from the addresses of its pages is learned from the
  /// pages, and a page that differs from almost all others is a finding. Nothing is learned from
  /// fewer than ten pages of a kind.
  ///
  /// - Parameter pages: The pages. What they say about URLs of apps, the `al:web:url` and their own
  ///   addresses is compared.
  /// - Returns: The findings about each page, in the order of the pages.
  /// - Complexity: O(*n*) in the number of declarations, on average.
  public func lint(_ pages: [LinkedPage]) -> [[LintFinding]] {
    var checks = SiteChecks(pages)
    return checks.findings()
  }

  /// Finds mistakes in the association files of a host, and in how they are served.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - counterpart: The host with `www.`, or without it, or `nil` if it is not known.
  /// - Returns: The findings about the file of each platform. A platform is missing if there is
  ///   neither an answer nor a file for it.
  public func lint(
    _ host: LinkedHost,
    counterpart: LinkedHost? = nil
  ) -> [AssociationAnswer.Platform: [LintFinding]] {
    let checks = FileChecks(host: host, counterpart: counterpart, apps: apps)
    var findings: [AssociationAnswer.Platform: [LintFinding]] = [:]
    for platform in [AssociationAnswer.Platform.apple, .android] where host.has(platform) {
      findings[platform] = checks.findings(platform)
    }
    return findings
  }
}

extension LinkedHost {
  /// Whether anything is known about the file of a platform.
  fileprivate func has(_ platform: AssociationAnswer.Platform) -> Bool {
    if failures[platform] != nil { return true }
    return switch platform {
    case .apple: apple != nil || appleFile != nil
    case .android: android != nil || androidFile != nil
    }
  }
}
