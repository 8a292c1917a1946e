/// The names that the App Links specification defines.
package enum TagVocabulary {
  /// The platforms in the order of the specification.
  package static let platforms = [
    "ios", "iphone", "ipad", "android", "windows_phone", "windows", "windows_universal", "web",
  ]

  /// The keys of each platform that form a target, and the keys of the web.
  package static let keys: [String: [String]] = [
    "ios": apple,
    "iphone": apple,
    "ipad": apple,
    "android": ["url", "package", "class", "app_name"],
    "windows_phone": windows,
    "windows": windows,
    "windows_universal": windows,
    "web": ["url", "should_fallback"],
  ]

  /// Keys that are in use although the specification does not define them.
  package static let tolerated: Set<String> = ["windows:package", "windows_phone:package"]

  private static let apple = ["url", "app_store_id", "app_name"]
  private static let windows = ["url", "app_id", "app_name"]
}
