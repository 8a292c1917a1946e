import AppLinksPublishing
import AppLinksServer
import Testing

/// The association files of configured domains.
@Suite struct LinkedSitesTests {
  @Test func servesTheFilesOfItsDomains() async throws {
    var options = ServerOptions()
    let apps = AssociationDescription(
      apps: [
        .init(
          appleID: "ABCDE12345.com.example.shop",
          package: "com.example.shop",
          fingerprints: [Array(repeating: "AB", count: 32).joined(separator: ":")]
        )
      ]
    )
    options.sites["links.example"] = apps
    options.anonymous.urlsPerMinute = 1
    options.keys = APIKeys([])
    options.requiresKey = true
    try await LiveServer.run(options: options) { live in
      for _ in 0..<3 {
        let host = ["Host": "Links.example:443"]
        let apple = try await live.get("/.well-known/apple-app-site-association", host)
        #expect(apple.status == 200)
        #expect(apple.header("content-type") == "application/json")
        #expect(apple.body == (try apps.appleFile().encoded()))
        let root = try await live.get("/apple-app-site-association", host)
        #expect(root.body == apple.body)
        let android = try await live.get("/.well-known/assetlinks.json", host)
        #expect(AssetLinks(parsing: android.body).findings.isEmpty)
        #expect(android.header("cache-control") == "public, max-age=3600")
      }
      let other = try await live.get("/.well-known/assetlinks.json", ["Host": "other.example"])
      #expect(other.problem == "no-such-domain")
    }
  }
}
