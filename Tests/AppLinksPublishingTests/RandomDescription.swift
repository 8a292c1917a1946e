import AppLinks
import AppLinksPublishing

/// Returns a random valid description.
func randomDescription(_ random: inout some RandomNumberGenerator) -> AppLinkDescription {
  let count = Int.random(in: 0..<7, using: &random)
  let targets = (0..<count).map { _ in randomTarget(&random) }
  let web: AppLinkDescription.WebFallback =
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .page
    case 1: .url("https://shop.example/" + randomQuery(&random))
    default: .forbidden
    }
  return AppLinkDescription(targets: targets, web: web)
}

private func randomTarget(_ random: inout some RandomNumberGenerator) -> AppLinkTarget {
  let schemes = ["shop://", "vnd.shop+x-1:", "https://shop.example/", "a:"]
  let url = schemes.randomElement(using: &random)! + randomQuery(&random)
  let name = Bool.random(using: &random) ? randomName(&random) : nil
  switch Int.random(in: 0..<3, using: &random) {
  case 0:
    return .apple(
      .init(
        platform: AppLinkTarget.Apple.Platform.allCases.randomElement(using: &random)!,
        rawURL: url,
        appStoreID: Bool.random(using: &random)
          ? String(UInt64.random(in: 0 ... .max, using: &random)) : nil,
        appName: name
      )
    )
  case 1:
    return .android(
      .init(
        rawURL: Bool.random(using: &random) ? url : nil,
        packageName: "com.example.a\(UInt8.random(in: 0...9, using: &random))_b",
        className: Bool.random(using: &random) ? "com.example.Ä$Main_1" : nil,
        appName: name
      )
    )
  default:
    return .windows(
      .init(
        platform: AppLinkTarget.Windows.Platform.allCases.randomElement(using: &random)!,
        rawURL: url,
        appID: Bool.random(using: &random) ? "{a14e93aa-27c7-DF11-a844-00237de2db9f}" : nil,
        appName: name
      )
    )
  }
}

/// A part of a URL with all characters that HTML could misinterpret.
private func randomQuery(_ random: inout some RandomNumberGenerator) -> String {
  let pieces = [
    "x", "?", "&", "&copy=", "&amp;", "&lt", "&#65;", "=", "'", "%22", "/", "#", "é", "€", "😀", "~",
    "1", ";", "&ampx", "&notit", "%3C",
  ]
  return (0..<Int.random(in: 0..<9, using: &random)).map { _ in
    pieces.randomElement(using: &random)!
  }.joined()
}

/// The name of an app with characters that HTML must escape.
private func randomName(_ random: inout some RandomNumberGenerator) -> String {
  let letters: [Unicode.Scalar] = [
    "a", "Z", " ", "\"", "'", "<", ">", "&", ";", "#", "=", "/", "\\", "`", "-", "!", "é", "€", "😀",
    "\u{2028}", "\u{FFFD}", "\u{A0}", "\u{300}", "\u{202E}", "\u{FEFF}",
  ]
  var name = "N"
  for _ in 0..<Int.random(in: 0..<12, using: &random) {
    name.unicodeScalars.append(letters.randomElement(using: &random)!)
  }
  name += "."
  return name
}
