import AppLinks
import ArgumentParser

/// An app for all Apple devices.
struct IOSOptions: ParsableArguments, TargetOptions {
  @Option(name: .customLong("ios-url"), help: .url)
  var url: String?

  @Option(name: .customLong("ios-app-store-id"), help: .appStoreID)
  var appStoreID: String?

  @Option(name: .customLong("ios-app-name"), help: .appName)
  var appName: String?

  var target: AppLinkTarget? {
    if url == nil, appStoreID == nil, appName == nil { return nil }
    return .apple(.init(platform: .ios, rawURL: url, appStoreID: appStoreID, appName: appName))
  }
}
