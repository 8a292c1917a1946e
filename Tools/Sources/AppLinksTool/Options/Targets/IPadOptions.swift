import AppLinks
import ArgumentParser

/// An app for iPads only.
struct IPadOptions: ParsableArguments, TargetOptions {
  @Option(name: .customLong("ipad-url"), help: .url)
  var url: String?

  @Option(name: .customLong("ipad-app-store-id"), help: .appStoreID)
  var appStoreID: String?

  @Option(name: .customLong("ipad-app-name"), help: .appName)
  var appName: String?

  var target: AppLinkTarget? {
    if url == nil, appStoreID == nil, appName == nil { return nil }
    return .apple(.init(platform: .ipad, rawURL: url, appStoreID: appStoreID, appName: appName))
  }
}
