import AppLinks
import AppLinksPublishing
import Testing

@Suite struct DescriptionFindingsTests {
  private func errors(
    _ targets: AppLinkTarget...,
    web: AppLinkDescription.WebFallback = .page
  ) -> [String] {
    AppLinkDescription(targets: targets, web: web).findings
      .filter { $0.severity == .error }
      .map { "\($0.subject ?? "") \($0.code)" }
  }

  @Test func aCompleteDescriptionHasNone() {
    let description = AppLinkDescription(targets: [
      .apple(.init(rawURL: "shop://socks", appStoreID: "12345", appName: "Shop")),
      .android(.init(packageName: "com.example.shop", appName: "Shop")),
      .windows(
        .init(rawURL: "w:", appID: "{A14E93AA-27C7-DF11-A844-00237DE2DB9F}", appName: "Shop")
      ),
    ])
    #expect(description.findings.isEmpty)
  }

  @Test func keysAreRequired() {
    #expect(
      errors(
        .apple(.init(rawURL: nil)),
        .apple(.init(platform: .ipad, rawURL: nil, appName: "A")),
        .android(.init(rawURL: "a:", packageName: nil, className: "a.B")),
        .android(.init(packageName: nil)),
        .windows(.init(rawURL: nil))
      ) == [
        "targets[0].url missing-url", "targets[1].url missing-url",
        "targets[2].package missing-package", "targets[3].package missing-package",
        "targets[4].url missing-url",
      ]
    )
  }

  @Test func formsAreRequired() {
    #expect(
      errors(
        .apple(.init(rawURL: "a b", appStoreID: "id5", appName: "")),
        .android(.init(rawURL: "/x", packageName: "shop", className: "Main", appName: " A")),
        .windows(.init(rawURL: "file:///x", appID: "5", appName: "A\nB")),
        web: .url("shop://socks")
      ) == [
        "targets[0].url unparsable-url", "targets[0].app_store_id malformed-app-store-id",
        "targets[0].app_name empty-value", "targets[1].url missing-scheme",
        "targets[1].package malformed-package", "targets[1].class malformed-class",
        "targets[1].app_name padded-value", "targets[2].url refused-scheme",
        "targets[2].app_id malformed-app-id", "targets[2].app_name control-character",
        "web.url web-url-not-web",
      ]
    )
  }

  @Test func whatIsUnwiseIsNoError() throws {
    let description = AppLinkDescription(
      targets: [.apple(.init(rawURL: "my_shop://socks"))],
      web: .forbidden
    )
    #expect(
      description.findings.map { "\($0.subject ?? "") \($0.code)" } == [
        "targets[0].url underscore-in-scheme", "targets[0].app_store_id missing-store-id",
        "targets[0].app_name missing-app-name", "web.should_fallback dead-end",
      ]
    )
    #expect(description.findings.allSatisfy { $0.severity == .warning && $0.line == nil })
    #expect(try description.tags().count == 2)
  }

  @Test func nothingAtAllIsReported() {
    #expect(AppLinkDescription(targets: []).findings.map(\.code) == [.noTags])
    #expect(AppLinkDescription(targets: []).findings.map(\.severity) == [.warning])
  }

  @Test func theErrorNamesFieldAndRemedy() {
    let description = AppLinkDescription(targets: [
      .apple(.init(rawURL: "a:")), .android(.init(rawURL: "b:", packageName: "Shop")),
    ])
    let error = #expect(throws: AppLinkDescriptionError.self) { try description.html() }
    #expect(error?.findings.map(\.code) == [.malformedPackage])
    #expect(
      error?.description
        == "error: targets[1].package: 'Shop' is not the name of a package. Use names of letters, "
        + "digits and '_', separated by dots, as in 'com.example.shop'. [malformed-package]"
    )
  }
}
