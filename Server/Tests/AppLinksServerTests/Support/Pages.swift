/// Pages of the site.
enum Pages {
  static let socks = """
    <!doctype html><title>Socks</title>
    <meta property="al:ios:url" content="shop://socks/7">
    <meta property="al:ios:app_store_id" content="123456789">
    <meta property="al:ios:app_name" content="Shop">
    <meta property="al:ipad:url" content="shop-hd://socks/7">
    <meta property="al:android:package" content="com.example.shop">
    <meta property="al:android:url" content="shop://socks/7">
    <meta property="al:windows_universal:url" content="shop-win://socks/7">
    <meta property="al:web:url" content="/mobile/socks/7">
    """

  static let appleFile = """
    {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"],
      "components": [{"/": "/socks/help*", "exclude": true}, {"/": "/socks/*"}]}]}}
    """

  static let androidFile = """
    [{"relation": ["delegate_permission/common.handle_all_urls"],
      "target": {"namespace": "android_app", "package_name": "com.example.shop",
        "sha256_cert_fingerprints": ["\(
          Array(repeating: "AB", count: 32).joined(separator: ":")
        )"]}}]
    """

  /// A site with the socks and both association files.
  static func shop() -> TestSite {
    TestSite { path in
      switch path.prefix(while: { $0 != "?" }) {
      case "/.well-known/apple-app-site-association": .json(appleFile)
      case "/.well-known/assetlinks.json": .json(androidFile)
      case "/socks/7": .page(socks)
      default: .missing
      }
    }
  }
}
