internal import AppLinks

/// A host with its association files, and with the answers that contained them.
///
/// A file that no system would use, because of its status or because it is not JSON, is `nil`.
public struct LinkedHost: Sendable, Hashable {
  /// The host, such as `shop.example`.
  public var host: String

  /// The answer with `apple-app-site-association`, or `nil` if it was not requested or if there was
  /// none.
  public var apple: AssociationResponse?

  /// The answer with `assetlinks.json`, or `nil` if it was not requested or if there was none.
  public var android: AssociationResponse?

  /// The answer of Apple's CDN, or `nil` if it was not requested.
  public var appleCopy: AssociationResponse?

  /// The status of the answer to a verifier of Apple, or `nil` if it was not requested.
  public var statusForVerifier: Int?

  /// The reasons, as phrases, why files could not be loaded.
  public var failures: [AssociationAnswer.Platform: String] = [:]

  /// The file for Apple devices, or `nil` if there is none that systems use.
  public var appleFile: AppleAppSiteAssociation?

  /// The file for Android, or `nil` if there is none that systems use.
  public var androidFile: AssetLinks?

  /// Creates a host from answers.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - apple: The answer with `apple-app-site-association`.
  ///   - android: The answer with `assetlinks.json`.
  public init(host: String, apple: AssociationResponse?, android: AssociationResponse?) {
    self.host = host.lowercased()
    self.apple = apple
    self.android = android
    if let body = apple?.usableBody {
      let file = AppleAppSiteAssociation(parsing: body)
      if file.findings.allSatisfy({ !Self.unusable.contains($0.code) }) { appleFile = file }
    }
    if let body = android?.usableBody {
      let file = AssetLinks(parsing: body)
      if file.findings.allSatisfy({ !Self.unusable.contains($0.code) }) { androidFile = file }
    }
  }

  /// Creates a host from files, such as files that you intend to publish.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - appleFile: The file for Apple devices.
  ///   - androidFile: The file for Android.
  public init(
    host: String,
    appleFile: AppleAppSiteAssociation? = nil,
    androidFile: AssetLinks? = nil
  ) {
    self.host = host.lowercased()
    self.appleFile = appleFile
    self.androidFile = androidFile
  }

  private static let unusable: Set<AppLinkDiagnostic.Code> = [
    .notJSON, .htmlInsteadOfJSON, .notStatementList,
  ]

  /// Whether the host has answered any request.
  var hasAnswered: Bool { apple != nil || android != nil || appleFile != nil || androidFile != nil }

  /// The host with `www.`, or without it if it begins so.
  public var counterpart: String { Self.counterpart(of: host) }

  /// Returns the host with `www.`, or without it if it begins so.
  ///
  /// - Parameter host: A host.
  /// - Returns: The other host.
  public static func counterpart(of host: String) -> String {
    host.hasPrefix("www.") ? String(host.dropFirst(4)) : "www." + host
  }
}

extension AssociationResponse {
  /// The body if systems use the answer at all.
  fileprivate var usableBody: [UInt8]? { status == 200 ? body : nil }
}
