/// The version of the tool, for `--version`.
enum Version {
  static let number = "0.9.0"
}
