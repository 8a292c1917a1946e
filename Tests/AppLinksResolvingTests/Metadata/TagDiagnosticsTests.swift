import AppLinks
import AppLinksResolving
import Foundation
import Testing

/// The diagnostics of tags in all readers.
@Suite struct TagDiagnosticsTests {
  private func codes(_ tags: (String, String?)...) -> [String] {
    let tags = tags.map { AppLinkTag(property: $0.0, content: $0.1) }
    return AppLinkMetadata(tags: tags).diagnostics.map(\.code.rawValue)
  }

  @Test func badURLsAreTold() {
    #expect(codes(("al:ios:url", "a b")) == ["unparsable-url"])
    #expect(codes(("al:web:url", "a b")) == ["unparsable-web-url"])
    #expect(codes(("al:web:url", "javascript:a")) == ["web-url-not-web"])
    #expect(codes(("al:web:url", "https:e.com")) == ["missing-host"])
    #expect(codes(("al:ios:url", "https:e.com")) == ["missing-host"])
    #expect(codes(("al:ios:url", " a:")) == ["padded-value"])
    #expect(codes(("al:ios:url", "a_b:")) == ["underscore-in-scheme"])
  }

  @Test func ignoredTagsAreTold() {
    #expect(
      codes(("al:web:url", "https://a/"), ("al:web", nil), ("al:web:url", "https://b/"))
        == ["ignored-web-tag"]
    )
  }

  @Test func misalignedTagsAreTold() {
    #expect(
      codes(("al:ios:url", "a:"), ("al:ios:url", "b:"), ("al:ios:app_name", "B")) == [
        "misaligned-tags"
      ]
    )
  }

  @Test func unknownNamesAreTold() {
    #expect(
      codes(("al:symbian:url", "a:"), ("al:ios:color", "b")) == [
        "unknown-platform", "unknown-key",
      ]
    )
    #expect(codes(("al:a:b:c:d:e:f:g:h", "x")) == ["property-too-deep"])
  }

  @Test func whatIsOnlyUnwiseIsNot() {
    #expect(codes(("al:ios:url", "http://e.com/é"), ("al:ios:app_store_id", "x")) == [])
    #expect(codes() == [])
  }

  @Test func theyHaveTextAndPlace() {
    let html = "<head>\n <meta property='al:ios:ulr' content='a:'>"
    #expect(
      AppLinkMetadata(html: html).diagnostics == [
        AppLinkDiagnostic(
          code: .unknownKey,
          message: "al:ios:ulr: 'ios' has no key 'ulr'. Did you mean 'al:ios:url'?",
          line: 2,
          column: 2
        )
      ]
    )
  }

  @Test func readingMetadataFromJSONAddsNothing() throws {
    let metadata = AppLinkMetadata(html: "<meta property='al:ios:ulr' content='a:'>")
    let data = try JSONEncoder().encode(metadata)
    #expect(try JSONDecoder().decode(AppLinkMetadata.self, from: data) == metadata)
  }
}
