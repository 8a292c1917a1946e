import AppLinksPublishing

/// Answers with the association files of a site.
enum SiteFiles {
  /// Returns the whole response to a request for one of the files, or `nil` for another request.
  static func answer(
    _ request: String,
    apple: String? = nil,
    android: String? = nil
  ) -> String? {
    if request.hasPrefix("GET /.well-known/apple-app-site-association ") {
      return apple.map { response($0) } ?? missing
    }
    if request.hasPrefix("GET /.well-known/assetlinks.json ") {
      return android.map { response($0) } ?? missing
    }
    return request.hasPrefix("GET /apple-app-site-association ") ? missing : nil
  }

  static let missing =
    "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  /// Returns a response of a type.
  static func response(_ body: String, type: String = "application/json") -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(body)"
  }

  static let shop = "ABCDE12345.com.example.shop"

  /// Returns a file with rules for one app.
  static func apple(_ rules: String) -> String {
    #"{"applinks":{"details":[{"appIDs":["\#(shop)"],"components":[\#(rules)]}]}}"#
  }

  /// Returns a file with one app that opens everything.
  static func android(_ package: String = "com.example.shop") -> String {
    let fingerprint = Array(repeating: "A1", count: 32).joined(separator: ":")
    return """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "\(package)",
        "sha256_cert_fingerprints": ["\(fingerprint)"]
      }}]
      """
  }
}
