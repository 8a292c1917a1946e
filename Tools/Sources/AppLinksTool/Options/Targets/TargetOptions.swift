import AppLinks
import ArgumentParser

/// The options for an app on one platform.
protocol TargetOptions {
  /// The app; `nil` if none of the options is there.
  var target: AppLinkTarget? { get }
}

extension ArgumentHelp {
  static let url = ArgumentHelp("The URL that opens it.", valueName: "url")
  static let appStoreID = ArgumentHelp("Its number in the App Store.", valueName: "number")
  static let appID = ArgumentHelp("Its identifier in the store.", valueName: "guid")
  static let appName = ArgumentHelp("Its name, for people.", valueName: "text")
}
