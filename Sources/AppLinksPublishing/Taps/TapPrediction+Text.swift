extension TapPrediction {
  /// The state of the device and the place of the link as a phrase for people, such as
  /// *installed, in another app, Android 15 and later*.
  ///
  /// The wording can change in any release.
  public var state: String {
    switch situation {
    case .inAnotherApp: "installed, in another app" + releases
    case .onTheSameSite: "installed, on the same site"
    case .inTheAddressBar: "installed, in the address bar"
    case .afterARedirect: "installed, after a redirect"
    case .browserChosen: "installed, browser chosen"
    case .notInstalled: "not installed"
    }
  }

  private var releases: String {
    switch release {
    case 15?: ", Android 15 and later"
    case 12?: ", Android 12 to 14"
    case .some: ", up to Android 11"
    case nil: ""
    }
  }
}
