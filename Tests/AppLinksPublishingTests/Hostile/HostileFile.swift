import AppLinksPublishing

/// A pair of association files and a URL that are written to cost as much as possible.
struct HostileFile: Sendable, CustomStringConvertible {
  let description: String
  var apple = "{}"
  var android = "[]"
  let url: String

  /// The host with the files.
  var host: LinkedHost {
    LinkedHost(
      host: "e.com",
      appleFile: AppleAppSiteAssociation(parsing: apple),
      androidFile: AssetLinks(parsing: android)
    )
  }

  /// The maximum number of bytes of a file that Apple devices use.
  private static let appleLimit = 128 << 10

  /// Files with the same rules, in the form of each platform; for Apple, those that fit.
  ///
  /// - Parameters:
  ///   - description: The name of the files.
  ///   - rules: The rules as JSON.
  ///   - ids: The apps of the file for Apple devices.
  ///   - more: Members of `applinks` as JSON, with a comma at the end.
  ///   - url: The URL.
  init(
    _ description: String,
    rules: [String],
    ids: [String] = ["ABCDE12345.com.example.shop"],
    more: String = "",
    url: String
  ) {
    self.description = description
    self.url = url
    let apps = ids.map { #""\#($0)""# }.joined(separator: ",")
    var room = Self.appleLimit - more.utf8.count - apps.utf8.count - 100
    let fitting = rules.prefix { rule in
      room -= rule.utf8.count + 1
      return room >= 0
    }
    apple =
      #"{"applinks":{\#(more)"details":[{"appIDs":[\#(apps)],"components":["#
      + fitting.joined(separator: ",") + "]}]}}"
    android = "[\(statement(rules: rules.joined(separator: ",")))]"
  }

  init(_ description: String, apple: String = "{}", android: String = "[]", url: String) {
    self.description = description
    self.apple = apple
    self.android = android
    self.url = url
  }

  private static let long = "https://e.com/" + repeated("ab", 2_000)

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> [String] {
    (0..<count).map(element)
  }

  private static func lists(_ values: [String]) -> String {
    #""substitutionVariables":{"x":[\#(values.joined(separator: ","))]},"#
  }

  /// The files that were slow once, or that fill one of the limits.
  static let constructed: [HostileFile] = [
    HostileFile(
      "many stars and a long path",
      rules: list(10_000) { #"{"/":"/x\#($0)/*a*b*c"}"# },
      url: long
    ),
    HostileFile(
      "rules that differ only at the end",
      rules: list(10_000) { #"{"/":"*a*b*c\#($0)"}"# },
      url: long
    ),
    HostileFile(
      "many apps with many rules",
      rules: list(5_000) { #"{"/":"/x\#($0)"}"# },
      ids: list(2_000) { "ABCDE12345.com.example.app\($0)" },
      url: "https://e.com/y"
    ),
    HostileFile(
      "long identifiers",
      rules: list(100) { #"{"/":"/x\#($0)"}"# },
      ids: list(100) { "ABCDE12345." + repeated("a", 1_000) + "\($0)" },
      url: "https://e.com/y"
    ),
    HostileFile(
      "long patterns that end differently",
      rules: list(100) { #"{"/":"/\#(repeated("a", 9_000))\#($0)"}"# },
      url: long
    ),
    HostileFile(
      "items of a long query",
      rules: list(10_000) { #"{"?":{"a":"*\#($0)","b":"?*"}}"# },
      url: "https://e.com/?" + repeated("a&", 2_000)
    ),
    HostileFile(
      "queries in patterns",
      rules: list(400) { #"{"?":"\#(repeated("a=b&", 500))\#($0)"}"# },
      url: "https://e.com/?" + repeated("a=b&", 1_000)
    ),
    HostileFile(
      "defaults with many items",
      rules: list(5_000) { _ in "{}" },
      more: #""defaults":{"?":{\#(list(8_000) { #""n\#($0)":"*""# }.joined(separator: ","))}},"#,
      url: "https://e.com/?a=b"
    ),
    HostileFile(
      "long defaults after broad rules",
      rules: list(60) { #"{"/":"/\#($0)*"}"# } + list(10_000) { _ in "{}" },
      more: #""defaults":{"/":"\#(repeated("/", 90_000))x"},"#,
      url: long
    ),
    HostileFile(
      "codes of languages everywhere",
      rules: list(5_000) { #"{"/":"*$(lang)*$(region)*\#($0)"}"# },
      url: long
    ),
    HostileFile(
      "a large list of variables",
      rules: list(1_000) { _ in #"{"/":"/*$(x)*$(x)*z"}"# },
      more: lists(list(10_000) { #""a\#($0)""# }),
      url: long
    ),
    HostileFile(
      "a list of empty values",
      rules: list(1_000) { _ in #"{"/":"*$(x)*z"}"# },
      more: lists(list(30_000) { _ in #""""# }),
      url: long
    ),
    HostileFile(
      "variables without lists",
      rules: list(20) { #"{"/":"\#(repeated("$(a)", 10_000))\#($0)"}"# },
      url: long
    ),
    HostileFile(
      "characters outside ASCII in every reading",
      rules: list(5_000) { #"{"/":"/*ü?*\#($0)","caseSensitive":false,"percentEncoded":false}"# },
      url: "https://e.com/" + repeated("/../ü%2f%", 450) + "?ü=%26&" + repeated("Ä", 100)
    ),
    HostileFile(
      "segments to resolve",
      rules: list(10_000) { #"{"/":"/.././*/\#($0)"}"# },
      url: "https://e.com/" + repeated("a/", 2_000)
    ),
    HostileFile(
      "families of emoji",
      rules: list(1_000) { #"{"/":"/\#(repeated("👩‍👩‍👧‍👦", 30))\#($0)"}"# },
      ids: list(250) { "\(repeated("👩‍👩‍👧‍👦", 10))\($0)" },
      url: "https://e.com/" + repeated("👩‍👩‍👧‍👦", 150)
    ),
    HostileFile(
      "invisible characters",
      rules: list(300) { #"{"/":"/\#(repeated("\u{200B}", 1_000))\#($0)"}"# },
      url: "https://e.com/" + repeated("%E2%80%8B", 400)
    ),
    HostileFile(
      "names that occur twice",
      apple: #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[{"#
        + list(15_000) { _ in #""aa":1"# }.joined(separator: ",") + "}]}]}}",
      android: "[{" + list(80_000) { _ in #""targes":1"# }.joined(separator: ",") + "}]",
      url: "https://e.com/"
    ),
    HostileFile(
      "many names that resemble others",
      apple: #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[{"#
        + list(8_000) { #""excl\#($0)":1"# }.joined(separator: ",") + "}]}]}}",
      url: "https://e.com/"
    ),
    HostileFile(
      "rules that are no objects, for many apps",
      apple: #"{"applinks":{"details":[{"appIDs":["#
        + list(2_000) { #""ABCDE12345.a\#($0)""# }.joined(separator: ",")
        + #"],"components":["# + list(40_000) { _ in "5" }.joined(separator: ",") + "]}]}}",
      url: "https://e.com/"
    ),
    HostileFile(
      "numbers instead of statements",
      android: "[" + list(500_000) { _ in "5" }.joined(separator: ",") + "]",
      url: "https://e.com/"
    ),
    HostileFile(
      "an entry for every rule",
      apple: #"{"applinks":{"details":["#
        + list(2_000) { #"{"appIDs":["ABCDE12345.a\#($0 % 7)"],"components":[{"/":"*\#($0)"}]}"# }
        .joined(separator: ",") + "]}}",
      url: long
    ),
    HostileFile(
      "a statement for every app",
      android: "["
        + list(2_000) { statement(rules: #"{"/":"*\#($0)"}"#, package: "com.example.app\($0)") }
        .joined(separator: ",") + "]",
      url: long
    ),
  ]
}
