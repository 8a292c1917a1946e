internal import AppLinks

/// An installed Android app: its package, its certificates, and what its manifest declares.
///
/// ```swift
/// let app = AndroidApp(
///   package: "com.example.shop",
///   fingerprints: [fingerprint],
///   filters: [.init(hosts: ["example.com"], paths: [.prefix("/buy")])]
/// )
/// print(
///   app.answer(
///     for: "https://example.com/buy/42",
///     files: ["example.com": file]
///   )
/// )
/// ```
public struct AndroidApp: Sendable, Hashable {
  /// A filter of the manifest for `http` and `https` URLs, with `android:autoVerify`.
  public struct Filter: Sendable, Hashable {
    /// The hosts.
    ///
    /// A host that begins with `*.` represents all its subdomains.
    public var hosts: [String]

    /// The paths, each for every host, or an empty array for all paths.
    public var paths: [Path]

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - hosts: The hosts.
    ///   - paths: The paths, or an empty array for all paths.
    public init(hosts: [String], paths: [Path] = []) {
      self.hosts = hosts
      self.paths = paths
    }
  }

  /// A path of a filter, compared with the path of the URL without escapes.
  public enum Path: Sendable, Hashable {
    /// The value of `android:path`.
    case exact(String)

    /// The value of `android:pathPrefix`.
    case prefix(String)

    /// The value of `android:pathSuffix`.
    case suffix(String)
  }

  /// The package.
  public var package: String

  /// The fingerprints of the certificates that the installed app is signed with.
  ///
  /// An app from the Play Store is usually signed by Google and not with the upload key.
  public var fingerprints: [String]

  /// The filters of the manifest.
  public var filters: [Filter]

  /// Creates an app.
  ///
  /// - Parameters:
  ///   - package: The package.
  ///   - fingerprints: The fingerprints of its certificates.
  ///   - filters: The filters of the manifest.
  public init(package: String, fingerprints: [String], filters: [Filter]) {
    self.package = package
    self.fingerprints = fingerprints
    self.filters = filters
  }

  /// Returns whether the app may open a URL without asking the user, by which rule, or why not.
  ///
  /// - Parameters:
  ///   - url: The URL, as written in a link.
  ///   - files: The files by the host that served them. A host without a usable file is missing.
  ///   - release: The release of Android. Up to 11, all hosts of the manifest must verify the app,
  ///     or none does; dynamic rules count from 15 on.
  /// - Returns: The answer, whose only app is this one.
  public func answer(
    for url: String,
    files: [String: AssetLinks],
    release: Int = 15
  ) -> AssociationAnswer {
    let host = (URLParts(url).host ?? "").lowercased()
    let declared = filters.first { $0.declares(host) }?.hosts.first { Filter.covers($0, host) }
    let link = AssociatedURL(url, domain: declared ?? host)
    func answer(_ verdict: AssociationAnswer.Verdict, _ reasons: [String]) -> AssociationAnswer {
      let app = AssociationAnswer.App(
        id: package,
        verdict: verdict,
        rule: nil,
        reasons: reasons,
        steps: []
      )
      return AssociationAnswer(
        platform: .android,
        url: url,
        domain: declared ?? host,
        obstacle: link.obstacle,
        apps: link.obstacle == nil ? [app] : []
      )
    }
    guard let declared, filters.contains(where: { $0.declares(host, path: link.parts.path) }) else {
      return answer(.unmatched, ["the manifest does not declare the URL"])
    }
    let wanted = release <= 11 ? filters.flatMap(\.hosts) : [declared]
    let failures = wanted.compactMap { failure(of: Filter.fileHost($0), files) }
    if !failures.isEmpty {
      let all = release <= 11 ? ["up to Android 11, every host of the manifest has to verify"] : []
      return answer(.unverified, failures + all)
    }
    guard let file = files[Filter.fileHost(declared)] else { return answer(.unverified, []) }
    let matcher = DynamicRuleMatcher(parts: link.parts)
    var work = MatchWork()
    let decision = file.decide(statements(in: file), release: release, matcher, &work)
    return AssociationAnswer(
      platform: .android,
      url: url,
      domain: declared,
      obstacle: link.obstacle,
      apps: link.obstacle == nil ? [decision.app(package, doubt: link.doubt, &work)] : []
    )
  }

  private func statements(
    in file: AssetLinks
  ) -> [(index: Int, statement: AssetLinks.Statement)] {
    file.statementsByPackage().first { $0.package == package }?.statements ?? []
  }

  /// Returns why a host does not verify the app, or `nil` if it does.
  private func failure(of host: String, _ files: [String: AssetLinks]) -> String? {
    guard let file = files[host] else { return "'\(shown(host))' has no usable file" }
    let statements = statements(in: file)
    if statements.isEmpty { return "the file of '\(shown(host))' does not name the app" }
    let listed = statements.flatMap { pair -> [String] in
      guard case .app(_, let fingerprints) = pair.statement.target else { return [] }
      return fingerprints
    }
    if fingerprints.contains(where: listed.contains) { return nil }
    return "the file of '\(shown(host))' does not list a certificate of the installed app"
  }
}

extension AndroidApp.Filter {
  /// Returns whether a declared host covers the host of a URL.
  static func covers(_ declared: String, _ host: String) -> Bool {
    let declared = declared.lowercased()
    if declared.hasPrefix("*.") {
      return host.hasSuffix(declared.dropFirst()) && host.utf8.count >= declared.utf8.count
    }
    return declared == host
  }

  /// Returns the host whose file is loaded for a declared host.
  static func fileHost(_ declared: String) -> String {
    let declared = declared.lowercased()
    return declared.hasPrefix("*.") ? String(declared.dropFirst(2)) : declared
  }

  func declares(_ host: String) -> Bool { hosts.contains { Self.covers($0, host) } }

  func declares(_ host: String, path: String) -> Bool {
    let path = PercentCoding.decodeText(path.utf8).text
    return declares(host)
      && (paths.isEmpty
        || paths.contains { declared in
          switch declared {
          case .exact(let text): Array(path.utf8) == Array(text.utf8)
          case .prefix(let text): path.utf8.starts(with: text.utf8)
          case .suffix(let text): path.utf8.reversed().starts(with: text.utf8.reversed())
          }
        })
  }
}
