internal import AppLinks
internal import JSONValues

extension AssetLinksParser {
  /// Returns the target of a statement, or `nil` if it is malformed.
  mutating func parseTarget(
    _ node: JSONNode,
    _ subject: String,
    _ doubts: inout [String]
  ) -> AssetLinks.Target? {
    guard let members = reader.members(of: node, subject, doubts: &doubts) else {
      reader.add(.malformedTarget, at: node.offset, subject, "The target is not an object.")
      return nil
    }
    reader.checkNames(
      members,
      subject,
      known: ["namespace", "package_name", "sha256_cert_fingerprints", "site"]
    )
    switch members["namespace"]?.value.stringValue {
    case "android_app": return parseApp(members, node, subject, &doubts)
    case "web":
      let site = members["site"]?.value
      if let text = site?.stringValue, AssetLinksParser.isSite(text) { return .site(text) }
      reader.add(
        .malformedTarget,
        at: site?.offset ?? node.offset,
        subject,
        "The 'site' is not a scheme and a host without a path."
      )
    case let other:
      reader.add(
        .malformedTarget,
        at: node.offset,
        subject,
        "The namespace '\(shown(other ?? ""))' is neither 'android_app' nor 'web'."
      )
    }
    return nil
  }

  private mutating func parseApp(
    _ members: [String: JSONNode.Member],
    _ node: JSONNode,
    _ subject: String,
    _ doubts: inout [String]
  ) -> AssetLinks.Target? {
    guard let package = members["package_name"]?.value.stringValue,
      AssetLinksParser.isPackage(package)
    else {
      reader.add(
        .malformedTarget,
        at: members["package_name"]?.value.offset ?? node.offset,
        subject,
        "The 'package_name' is not the name of a package."
      )
      return nil
    }
    guard let list = members["sha256_cert_fingerprints"]?.value else {
      reader.add(.noFingerprint, at: node.offset, subject, "The app has no fingerprint.")
      return nil
    }
    let part = "\(subject).sha256_cert_fingerprints"
    let given = reader.strings(list, part, doubts: &doubts)
    var fingerprints: [String] = []
    for (text, offset) in given {
      if AssetLinks.isFingerprint(text) {
        fingerprints.append(text)
      } else {
        reportFingerprint(text, at: offset, part)
      }
    }
    if fingerprints.isEmpty {
      if list.elements?.isEmpty == true {
        reader.add(.noFingerprint, at: list.offset, part, "The app has no fingerprint.")
      }
      return nil
    }
    if fingerprints.count < given.count {
      doubts.append("it is not known whether a malformed fingerprint voids its statement")
    }
    return .app(package: package, fingerprints: fingerprints)
  }

  private mutating func reportFingerprint(_ text: String, at offset: Int, _ subject: String) {
    let upper = text.uppercased()
    let digits = upper.utf8.filter { $0 != UInt8(ascii: ":") && !$0.isHTMLSpace }
    if digits.count == 64, digits.allSatisfy(\.isASCIIHexDigit) {
      let pairs = stride(from: 0, to: 64, by: 2).map {
        String(decoding: digits[$0..<$0 + 2], as: UTF8.self)
      }
      reader.add(
        .malformedFingerprint,
        at: offset,
        subject,
        "The fingerprint '\(shown(text))' is not in uppercase with colons.",
        advice: "Write '\(pairs.joined(separator: ":"))'."
      )
    } else {
      let hint = digits.count == 40 ? " It seems to be a SHA-1." : ""
      reader.add(
        .malformedFingerprint,
        at: offset,
        subject,
        "The fingerprint '\(shown(text))' does not have 32 bytes.\(hint)"
      )
    }
  }

  static func isPackage(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      part.first?.isASCIILetter == true
        && part.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }
  }

  private static func isSite(_ text: String) -> Bool {
    let parts = URLParts(text)
    return parts.isWebPage && parts.path.isEmpty && parts.query == nil && parts.fragment == nil
      && !parts.hasUserInfo
  }
}

extension AssetLinks {
  /// Returns whether a text has the form of a fingerprint: 32 bytes in uppercase with colons.
  ///
  /// - Parameter text: A text, such as one from `keytool`.
  /// - Returns: Whether Android accepts it.
  package static func isFingerprint(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 95
      && bytes.indices.allSatisfy { index in
        let byte = bytes[index]
        if index % 3 == 2 { return byte == UInt8(ascii: ":") }
        return byte.isASCIIHexDigit && !(byte.isASCIILetter && byte.asciiLowercased == byte)
      }
  }
}
