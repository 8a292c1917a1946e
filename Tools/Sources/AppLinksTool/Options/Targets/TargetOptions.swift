import AppLinks
import ArgumentParser

/// The options for an app on one platform.
protocol TargetOptions {
  /// The app, or `nil` if none of the options is present.
  var target: AppLinkTarget? { get }
}

extension ArgumentHelp {
  static let url = ArgumentHelp("The URL that opens the app.", valueName: "url")
  static let appStoreID = ArgumentHelp(
    "The number of the app in the App Store.",
    valueName: "number"
  )
  static let appID = ArgumentHelp("The identifier of the app in the store.", valueName: "guid")
  static let appName = ArgumentHelp("The name of the app, for people.", valueName: "text")
}
