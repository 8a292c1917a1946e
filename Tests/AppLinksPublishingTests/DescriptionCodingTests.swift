import AppLinks
import AppLinksPublishing
import Foundation
import Testing

@Suite struct DescriptionCodingTests {
  private func decoded(_ json: String) throws -> AppLinkDescription {
    try JSONDecoder().decode(AppLinkDescription.self, from: Data(json.utf8))
  }

  @Test func partsMayBeLeftOut() throws {
    #expect(try decoded("{}") == AppLinkDescription(targets: []))
    #expect(try decoded(#"{"web": {}}"#).web == .page)
  }

  @Test func targetsAndWebAreRead() throws {
    let json = #"""
      {"targets": [{"platform": "ios", "url": "shop:", "app_store_id": "1", "app_name": "Shop"},
                   {"platform": "android", "package": "a.b", "class": "a.b.C"}],
       "web": {"url": "https://e.com/"}}
      """#
    #expect(
      try decoded(json)
        == AppLinkDescription(
          targets: [
            .apple(.init(rawURL: "shop:", appStoreID: "1", appName: "Shop")),
            .android(.init(packageName: "a.b", className: "a.b.C")),
          ],
          web: .url("https://e.com/")
        )
    )
  }

  @Test func shouldFallbackCountsBeforeURL() throws {
    #expect(try decoded(#"{"web": {"url": "x:", "should_fallback": false}}"#).web == .forbidden)
    #expect(try decoded(#"{"web": {"url": "x:", "should_fallback": true}}"#).web == .url("x:"))
  }

  @Test(arguments: [#"{"targets": 1}"#, #"{"web": "x"}"#, #"{"targets": [{"url": "x:"}]}"#])
  func otherThingsAreErrors(_ json: String) {
    #expect(throws: DecodingError.self) { try decoded(json) }
  }

  @Test func thePageItselfIsNotWritten() throws {
    let data = try JSONEncoder().encode(AppLinkDescription(targets: []))
    #expect(String(decoding: data, as: UTF8.self) == #"{"targets":[]}"#)
  }
}
