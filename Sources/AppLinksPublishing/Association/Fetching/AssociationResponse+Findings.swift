internal import AppLinks

extension AssociationResponse {
  /// Returns findings about what prevents a system from using the answer, and about mistakes in the
  /// file.
  ///
  /// Findings about the answer come first. They have no position. If the answer has no usable
  /// body, there are no findings about the file.
  ///
  /// - Parameter platform: The system that loads the file.
  /// - Returns: The findings.
  public func findings(for platform: AssociationAnswer.Platform) -> [LintFinding] {
    let findings = deliveryFindings(for: platform)
    if !isDelivered { return findings }
    return switch platform {
    case .apple: findings + AppleAppSiteAssociation(parsing: body).findings
    case .android: findings + AssetLinks(parsing: body).findings
    }
  }

  /// Whether the answer contains a file at all.
  var isDelivered: Bool { status == 200 && header("Apple-Failure-Reason") == nil }

  /// Returns the findings about the answer without those about the file in it.
  func deliveryFindings(for platform: AssociationAnswer.Platform) -> [LintFinding] {
    addressFindings(platform) + transferFindings(for: platform)
  }

  /// Returns the findings about the status and the headers.
  func transferFindings(for platform: AssociationAnswer.Platform) -> [LintFinding] {
    var findings: [LintFinding] = []
    if let failure = header("Apple-Failure-Reason") {
      findings.append(
        .association(.cdnFailure, "Apple's CDN answers '\(shown(failure, maximumLength: 120))'.")
      )
      return findings
    }
    if (300..<400).contains(status) {
      let place = header("Location").map { " to '\(shown($0, maximumLength: 120))'" } ?? ""
      findings.append(.association(.fileRedirected, "The answer is a redirect\(place)."))
      return findings
    }
    guard status == 200 else {
      let message = "The status of the answer is \(status) and not 200."
      findings.append(.association(.fileStatus, message))
      return findings
    }
    return findings + headerFindings(platform)
  }

  /// Returns the findings if Apple's CDN has another copy of a file than this answer.
  ///
  /// The copies are compared by their meaning, not byte by byte.
  ///
  /// - Parameter copy: The answer of the CDN for the same host.
  /// - Returns: The findings; none if the copies agree.
  public func findings(comparedWithCDN copy: AssociationResponse) -> [LintFinding] {
    if !copy.isDelivered { return copy.deliveryFindings(for: .apple) }
    let mine = AppleAppSiteAssociation(parsing: body).withoutPlaces
    let theirs = AppleAppSiteAssociation(parsing: copy.body).withoutPlaces
    if mine == theirs { return [] }
    let age = copy.header("Age").map { ", \(shown($0)) seconds old," } ?? ""
    return [.association(.cdnCopyDiffers, "The copy\(age) differs from the file of the host.")]
  }

  private func addressFindings(_ platform: AssociationAnswer.Platform) -> [LintFinding] {
    let parts = URLParts(url)
    let host = parts.host ?? ""
    var findings: [LintFinding] = []
    if parts.normalizedScheme != "https" {
      findings.append(.association(.fileNotSecure, "The address '\(shown(url))' is not https."))
    }
    if !host.utf8.allSatisfy({ $0 < 0x80 }) {
      findings.append(.association(.hostNotASCII, "The host '\(shown(host))' is not ASCII."))
    }
    if isDelivered, let finding = LintFinding.ofAddress(host) { findings.append(finding) }
    let name = platform == .apple ? "apple-app-site-association" : "assetlinks.json"
    switch parts.path {
    case "/.well-known/\(name)": break
    case "/\(name)" where platform == .apple:
      let place = "at the root of '\(shown(host))', where newer systems may not look"
      findings.append(.association(.fileAtRoot, "The file is \(place)."))
    case "/a/v1/\(parts.path.split(separator: "/").last ?? "")"
    where host.lowercased() == "app-site-association.cdn-apple.com":
      break
    default:
      findings.append(
        .association(.fileElsewhere, "No system looks for the file at '\(shown(parts.path))'.")
      )
    }
    return findings
  }

  private func headerFindings(_ platform: AssociationAnswer.Platform) -> [LintFinding] {
    var findings: [LintFinding] = []
    let type = header("Content-Type") ?? ""
    let essence = (type.split(separator: ";").first.map(String.init) ?? "").trimmingHTMLSpace
    if essence.lowercased() != "application/json" {
      var finding = LintFinding.association(
        .fileContentType,
        type.isEmpty ? "The answer has no content type." : "The content type is '\(shown(type))'."
      )
      if platform == .apple, essence.lowercased() != "text/html" { finding.severity = .note }
      findings.append(finding)
    }
    if let age = maximumAge, age > 86_400 {
      findings.append(.association(.fileCachedLong, "The answer may be kept for \(age) seconds."))
    }
    return findings
  }

  /// The seconds for which caches may keep the answer.
  private var maximumAge: Int? {
    for directive in (header("Cache-Control") ?? "").lowercased().split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1)
      if parts.count == 2, String(parts[0]).trimmingHTMLSpace == "max-age" {
        return Int(String(parts[1]).trimmingHTMLSpace)
      }
    }
    return nil
  }
}

extension LintFinding {
  /// Returns a finding about a file of a host that is an IP address, or `nil` for a name.
  ///
  /// Apple's entitlement takes fully qualified domains, and the links of Google's verifier fully
  /// qualified host names.
  static func ofAddress(_ host: String) -> LintFinding? {
    guard URLParts.isAddress(host: host) else { return nil }
    return .association(
      .fileElsewhere,
      "'\(shown(host))' is an IP address, and apps are connected with domains only."
    )
  }
}

extension AppleAppSiteAssociation {
  /// The content without the lines of its parts and without findings.
  fileprivate var withoutPlaces: AppleAppSiteAssociation {
    var file = self
    file.findings = []
    for entry in file.entries.indices {
      file.entries[entry].line = nil
      for rule in file.entries[entry].rules.indices { file.entries[entry].rules[rule].line = nil }
    }
    return file
  }
}
