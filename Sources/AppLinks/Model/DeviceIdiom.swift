/// The kind of device that a link is resolved for.
///
/// An idiom determines which platforms of a page apply, and in which order. You choose the idiom;
/// it is never read from the device, so a server can resolve links for its clients. The raw values
/// are the names that the command-line tool accepts.
public enum DeviceIdiom: String, Sendable, Hashable, Codable, CaseIterable {
  /// iPhone and iPod touch: `al:iphone` tags, then `al:ios` tags.
  case phone

  /// iPad: `al:ipad` tags, then `al:ios` tags.
  case pad

  /// Any other Apple device, such as a Mac or an Apple TV: only `al:ios` tags.
  case other

  /// Android devices: `al:android` tags.
  case android

  /// Windows Phone: `al:windows_phone` tags.
  case windowsPhone = "windows-phone"

  /// Windows desktops and tablets: `al:windows` tags.
  case windows

  /// Any device with Windows 10 or later: `al:windows_universal` tags.
  case windowsUniversal = "windows-universal"
}
