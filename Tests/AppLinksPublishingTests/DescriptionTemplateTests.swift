import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation
import Testing

/// Descriptions of many pages, in which another program replaces placeholders.
@Suite struct DescriptionTemplateTests {
  private func description(
    _ url: String,
    web: AppLinkDescription.WebFallback = .page,
    _ placeholders: Set<String>
  ) -> AppLinkDescription {
    AppLinkDescription(
      targets: [.apple(.init(rawURL: url, appStoreID: "123456789", appName: "Shop"))],
      web: web,
      placeholders: placeholders
    )
  }

  @Test func aPlaceholderIsRefusedUnlessItIsDeclared() throws {
    let url = "shop://socks/{{id}}"
    #expect(throws: AppLinkDescriptionError.self) { try description(url, []).html() }
    #expect(throws: AppLinkDescriptionError.self) { try description(url, ["{{name}}"]).html() }
    let html = try description(url, ["{{id}}"]).html()
    #expect(html.hasPrefix(#"<meta property="al:ios:url" content="shop://socks/{{id}}">"#))
    #expect(description(url, ["{{id}}"]).findings == [])
  }

  @Test(
    arguments: [
      ("shop://socks/<%= id %>?a=1&b=2", ["<%= id %>"], "shop://socks/<%= id %>?a=1&amp;b=2"),
      ("shop://{{kind}}/{{id}}", ["{{kind}}", "{{id}}"], "shop://{{kind}}/{{id}}"),
      ("{{base}}/socks/{{id}}", ["{{base}}", "{{id}}"], "{{base}}/socks/{{id}}"),
      ("{{scheme}}://socks", ["{{scheme}}"], "{{scheme}}://socks"),
      ("__URL__", ["__URL__"], "__URL__"),
      ("shop://$id$idx", ["$id", "$idx"], "shop://$id$idx"),
      ("shop://{id}", ["{id}"], "shop://{id}"),
    ] as [(String, Set<String>, String)]
  )
  func placeholdersAreWrittenAsTheyAre(
    _ url: String,
    _ placeholders: Set<String>,
    _ content: String
  ) throws {
    let tag = try #require(
      try description(url, placeholders).html().split(separator: "\n").first
    )
    #expect(tag == #"<meta property="al:ios:url" content="\#(content)">"#)
    #expect(try description(url, placeholders).tags().first?.content == url)
  }

  @Test func everyValueCanBeAPlaceholder() throws {
    let all = AppLinkDescription(
      targets: [
        .apple(.init(rawURL: "{{a}}", appStoreID: "{{b}}", appName: "{{c}}")),
        .android(
          .init(rawURL: "{{a}}", packageName: "{{d}}", className: "{{e}}", appName: "{{c}}")
        ),
        .android(.init(rawURL: "a:", packageName: "com.example.{{brand}}", appName: "A")),
        .windows(
          .init(platform: .windowsUniversal, rawURL: "{{a}}", appID: "{{f}}", appName: "{{c}}")
        ),
      ],
      web: .url("{{a}}"),
      placeholders: ["{{a}}", "{{b}}", "{{c}}", "{{d}}", "{{e}}", "{{f}}", "{{brand}}"]
    )
    #expect(all.findings.filter { $0.severity == .error } == [])
    #expect(try all.html().contains(#"<meta property="al:android:package" content="{{d}}">"#))
  }

  @Test func mistakesBesideAPlaceholderAreFound() {
    #expect(throws: AppLinkDescriptionError.self) {
      try description("shop://wool socks/{{id}}", ["{{id}}"]).html()
    }
    #expect(throws: AppLinkDescriptionError.self) {
      try description("javascript:{{id}}", ["{{id}}"]).html()
    }
    let other = description("shop://{{id}}/{{size}}", ["{{id}}"])
    #expect(throws: AppLinkDescriptionError.self) { try other.html() }
  }

  @Test func placeholdersAreCoded() throws {
    let description = description("shop://{{id}}", ["{{id}}"])
    let data = try JSONEncoder().encode(description)
    #expect(try JSONDecoder().decode(AppLinkDescription.self, from: data) == description)
  }
}
