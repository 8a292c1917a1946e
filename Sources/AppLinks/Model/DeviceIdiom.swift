/// The kind of device that a link is resolved for.
///
/// An idiom says which platforms of a page apply, and in which order. It is a value that the caller
/// chooses, never read from the device, so a server can resolve links for its clients. The raw
/// values are the names that the command line tool takes.
public enum DeviceIdiom: String, Sendable, Hashable, Codable, CaseIterable {
  /// An iPhone or iPod: `al:iphone` tags, then `al:ios` tags.
  case phone

  /// An iPad: `al:ipad` tags, then `al:ios` tags.
  case pad

  /// Any other Apple device, such as a Mac or an Apple TV: `al:ios` tags only.
  case other

  /// An Android device: `al:android` tags.
  case android

  /// A Windows Phone: `al:windows_phone` tags.
  case windowsPhone = "windows-phone"

  /// A Windows desktop or tablet: `al:windows` tags.
  case windows

  /// Any device with Windows 10 or later: `al:windows_universal` tags.
  case windowsUniversal = "windows-universal"
}
