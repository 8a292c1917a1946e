internal import AppLinks

/// A host with its association files, and with the answers that contained them.
///
/// A file that no system would use, such as one that is not JSON or that is served with another
/// status than 200, is `nil`. If Apple's servers do not get the file, because they are refused or
/// because their copy is missing, ``answer(for:on:)`` has no answer either.
public struct LinkedHost: Sendable, Hashable {
  /// The host, such as `shop.example`.
  public var host: String

  /// The domain in the entitlement or in the manifest of the apps, or `nil` for the host itself.
  ///
  /// The files of `shop.example` also answer for apps with the domain `*.shop.example`, and then
  /// for links to its subdomains.
  public var domain: String?

  /// The answer with `apple-app-site-association`, or `nil` if it was not requested or if there was
  /// none.
  public var apple: AssociationResponse? { didSet { fileFindings[.apple] = nil } }

  /// The answer with `assetlinks.json`, or `nil` if it was not requested or if there was none.
  public var android: AssociationResponse? { didSet { fileFindings[.android] = nil } }

  /// The answer of Apple's CDN, or `nil` if it was not requested.
  public var appleCopy: AssociationResponse? {
    didSet {
      appleCopyFile = appleCopy.flatMap { copy in
        copy.isDelivered ? AppleAppSiteAssociation(parsing: copy.body) : nil
      }
    }
  }

  /// The file in the answer of Apple's CDN, or `nil` if there is none.
  private(set) var appleCopyFile: AppleAppSiteAssociation?

  /// The status of the answer to a verifier of Apple, or `nil` if it was not requested.
  public var statusForVerifier: Int?

  /// The reasons, as phrases, why files could not be loaded.
  public var failures: [AssociationAnswer.Platform: String] = [:]

  /// The file for Apple devices, or `nil` if there is none that systems use.
  public var appleFile: AppleAppSiteAssociation?

  /// The file for Android, or `nil` if there is none that systems use.
  public var androidFile: AssetLinks?

  /// The findings about the files that `assetlinks.json` includes, or `nil` if there are no such
  /// files or if they were not requested.
  public var includeFindings: [LintFinding]?

  /// The findings about files in answers, which may be the reason why a file is not used.
  ///
  /// An answer that devices do not get is not read.
  private(set) var fileFindings: [AssociationAnswer.Platform: [LintFinding]] = [:]

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
    if let apple, apple.deliveryFindings(for: .apple).refusal(on: .apple) == nil {
      let file = AppleAppSiteAssociation(parsing: apple.body)
      fileFindings[.apple] = file.findings
      if file.findings.refusal(on: .apple) == nil { appleFile = file }
    }
    if let android, android.deliveryFindings(for: .android).refusal(on: .android) == nil {
      let file = AssetLinks(parsing: android.body)
      fileFindings[.android] = file.findings
      if file.findings.refusal(on: .android) == nil { androidFile = file }
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
