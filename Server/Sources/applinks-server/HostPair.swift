import AppLinksServer

/// An argument such as `shop.example=apps.json`.
enum HostPair {
  static func parse(
    _ text: String,
    option: String
  ) throws(SetupError) -> (host: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw SetupError("'\(option) \(text)' must be a host, '=' and what belongs to it.")
    }
    return (try HostArgument.parse(parts[0], option: option), parts[1])
  }
}
