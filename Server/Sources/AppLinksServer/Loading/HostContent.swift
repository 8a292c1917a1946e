package import AppLinksPublishing

/// The loaded association files of a host.
package struct HostContent: KeptContent, Hashable {
  package static let kind = "host"

  private let host: String
  private let apple: AssociationResponse?
  private let android: AssociationResponse?
  private let statusForVerifier: Int?
  private let failures: [String: String]
  /// The file for Android merged with the files that it includes, if any were requested.
  private let merged: String?
  private let includeFindings: [LintFinding]?

  init(_ linked: LinkedHost) {
    host = linked.host
    apple = linked.apple
    android = linked.android
    statusForVerifier = linked.statusForVerifier
    failures = Dictionary(
      uniqueKeysWithValues: linked.failures.map { ($0.key.rawValue, $0.value) }
    )
    includeFindings = linked.includeFindings
    // An include that was found is no longer one of the file.
    merged = linked.includeFindings == nil ? nil : linked.androidFile?.encoded()
  }

  /// The host with its files.
  package var linked: LinkedHost {
    var linked = LinkedHost(host: host, apple: apple, android: android)
    linked.statusForVerifier = statusForVerifier
    for (name, failure) in failures {
      if let platform = AssociationAnswer.Platform(rawValue: name) {
        linked.failures[platform] = failure
      }
    }
    linked.includeFindings = includeFindings
    if let merged { linked.androidFile = AssetLinks(parsing: merged) }
    return linked
  }

  package var isFailure: Bool { apple == nil && android == nil }
}
