import AppLinks
import ArgumentParser

/// An app for iPhones only.
struct IPhoneOptions: ParsableArguments, TargetOptions {
  @Option(name: .customLong("iphone-url"), help: .url)
  var url: String?

  @Option(name: .customLong("iphone-app-store-id"), help: .appStoreID)
  var appStoreID: String?

  @Option(name: .customLong("iphone-app-name"), help: .appName)
  var appName: String?

  var target: AppLinkTarget? {
    if url == nil, appStoreID == nil, appName == nil { return nil }
    return .apple(.init(platform: .iphone, rawURL: url, appStoreID: appStoreID, appName: appName))
  }
}
