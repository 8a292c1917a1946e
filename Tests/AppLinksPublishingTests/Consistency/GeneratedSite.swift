/// A page of a generated site, with all that an audit compares.
struct GeneratedPage {
  var url: String
  var iosURL: String
  var androidURL: String
  var canonical: String
  var shared: String
  var webURL: String
  var more = ""

  /// The page as HTML, whose tags are on lines of their own.
  var html: String {
    """
    <html><head><meta charset="utf-8">
    <title>Shop</title>
    <meta property="al:ios:url" content="\(iosURL)">
    <meta property="al:ios:app_store_id" content="123456789"><meta property="al:ios:app_name" content="Shop">
    <meta property="al:android:url" content="\(androidURL)">
    <meta property="al:android:package" content="com.example.shop"><meta property="al:android:app_name" content="Shop">
    <meta property="al:web:url" content="\(webURL)">
    <link rel="canonical" href="\(canonical)">
    <meta property="og:url" content="\(shared)">
    \(more)
    </head></html>
    """
  }

  init(_ path: String, ios: String, android: String, canonical: String? = nil) {
    url = "https://shop.example\(path)"
    iosURL = ios
    androidURL = android
    self.canonical = canonical.map { "https://shop.example\($0)" } ?? url
    shared = self.canonical
    webURL = "https://m.shop.example\(path)"
  }

  private static let categories = ["socks", "shoes", "hats", "scarves"]

  /// The pages of a site without mistakes: products, variants, stories, lists, translations and
  /// help.
  static func site(count: Int = 300) -> [GeneratedPage] {
    (0..<count).map { index in
      let id = 1000 + index
      let category = categories[index % 4]
      switch index % 20 {
      case 0..<10:
        return product(category, id)
      case 10, 11:
        // A variant, whose product is the page before.
        var page = product(category, id)
        page.url += "?color=red"
        page.webURL += "?color=red"
        return page
      case 12..<16:
        // The app knows a story by a number that the address does not show.
        let app = "shop://story/\(7 * index + 3)"
        return GeneratedPage(
          "/stories/\(words[index % 7])-\(words[index / 7 % 7])-in-\(words[index / 49 % 7])-\(spelled(index))",
          ios: app,
          android: app + "?from=web"
        )
      case 16:
        // The pages of a list open the list.
        let app = "shop://list/\(category)"
        return GeneratedPage(
          "/\(category)/page/\(index)",
          ios: app,
          android: app,
          canonical: "/\(category)"
        )
      case 17:
        // A translation of a product opens the product.
        let other = 1000 + index - 17
        var page = product(categories[(index - 17) % 4], other)
        page.url = page.url.replacing("example/", with: "example/de/")
        page.canonical = page.url
        page.shared = page.url
        page.webURL = page.webURL.replacing("example/", with: "example/de/")
        return page
      case 18:
        return GeneratedPage(
          "/help/\(words[index / 20 % 7])-\(spelled(index))",
          ios: "shop://help",
          android: "shop://help"
        )
      default:
        return GeneratedPage("/\(spelled(index))", ios: "shop://home", android: "shop://home")
      }
    }
  }

  private static let words = ["red", "warm", "long", "old", "soft", "green", "small"]

  private static func spelled(_ number: Int) -> String {
    String(
      "\(number)".map {
        Character(UnicodeScalar(UInt8(ascii: "k") + UInt8($0.wholeNumberValue ?? 0)))
      }
    )
  }

  private static func product(_ category: String, _ id: Int) -> GeneratedPage {
    var page = GeneratedPage(
      "/\(category)/\(id)",
      ios: "shop://\(category)/\(id)",
      android: "shop://product?id=\(id)"
    )
    page.more = """
      <meta name="apple-itunes-app" content="app-id=123456789, app-argument=shop://\(category)/\(id)">
      """
    return page
  }
}

/// A mistake that people make, on some pages of a site.
enum PlantedMistake: CaseIterable {
  case copiedTags, copiedStory, otherIOSProduct, otherAndroidProduct, otherAndroidStory
  case otherCanonical, otherSharedAddress, otherAddresses, canonicalIsHome
  case stagingHost, unknownHost, escapedTwice, refreshToOtherSite, otherWebURL
  case lostParameters, lostIOSParameter, lostAndroidParameter, lostStory, otherCapitals

  /// Makes the mistake on pages that no other one uses, and returns their codes by URL.
  func plant(in site: inout [GeneratedPage]) -> [String: Set<String>] {
    var expected: [String: Set<String>] = [:]
    let number = Self.allCases.firstIndex(of: self) ?? 0
    // Products are 0 to 9 of 20 pages, and stories are 12 to 15.
    for round in [0, 1] {
      // There are 15 times 20 pages.
      let block = number < 14 ? number : 2 * (number - 14) + round
      let product = 20 * block + (number < 14 ? 2 + 3 * round : 4)
      let story = 20 * block + (number < 14 ? 13 + round : 13)
      let page = isAboutStories ? story : product
      let other = isAboutStories ? 20 * block + 12 : product + 1
      change(&site[page], site[other])
      expected[site[page].url] = codes
    }
    return expected
  }

  private var isAboutStories: Bool {
    [.copiedStory, .otherAndroidStory, .lostStory].contains(self)
  }

  private var codes: Set<String> {
    switch self {
    case .copiedTags, .copiedStory, .lostParameters, .otherCapitals: ["app-url-of-other-page"]
    case .otherIOSProduct, .otherAndroidProduct, .otherAndroidStory: ["platform-urls-differ"]
    case .lostIOSParameter, .lostAndroidParameter, .lostStory: ["platform-urls-differ"]
    case .otherCanonical, .otherSharedAddress: ["address-of-other-page", "canonical-differs"]
    case .otherAddresses, .canonicalIsHome, .otherWebURL: ["address-of-other-page"]
    case .stagingHost, .unknownHost: ["web-url-outside-site"]
    case .escapedTwice: ["url-escaped-twice"]
    case .refreshToOtherSite: ["refresh-to-other-site"]
    }
  }

  private func change(_ page: inout GeneratedPage, _ other: GeneratedPage) {
    switch self {
    case .copiedTags, .copiedStory:
      page.iosURL = other.iosURL
      page.androidURL = other.androidURL
      page.more = other.more
    case .otherIOSProduct:
      page.iosURL = other.iosURL
      page.more = other.more
    case .otherAndroidProduct, .otherAndroidStory: page.androidURL = other.androidURL
    case .otherCanonical: page.canonical = other.canonical
    case .otherSharedAddress: page.shared = other.shared
    case .otherAddresses:
      page.canonical = other.canonical
      page.shared = other.shared
    case .canonicalIsHome:
      page.canonical = "https://shop.example/llt"
      page.shared = page.canonical
    case .otherWebURL: page.webURL = other.webURL
    case .stagingHost: page.webURL = page.webURL.replacing("//m.", with: "//staging.")
    case .unknownHost: page.webURL = "https://shop-cdn.example/\(page.url.suffix(4))"
    case .escapedTwice: page.iosURL += "?a=1&amp;amp;b=2"
    case .lostParameters, .lostIOSParameter:
      let id = "/\(page.iosURL.suffix(4))"
      page.iosURL = page.iosURL.replacing(id, with: "")
      page.more = page.more.replacing(id, with: "")
      if self == .lostParameters { page.androidURL = "shop://product" }
    case .lostAndroidParameter: page.androidURL = "shop://product"
    case .lostStory: page.iosURL = "shop://story"
    case .otherCapitals:
      page.iosURL = page.iosURL.replacing("shop://s", with: "shop://S")
      page.more = page.more.replacing("shop://s", with: "shop://S")
    case .refreshToOtherSite:
      page.more += #"<meta http-equiv="refresh" content="0; url=https://other.example/">"#
    }
  }
}
