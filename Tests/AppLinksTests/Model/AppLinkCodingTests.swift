import AppLinks
import AppLinksTestSupport
import Foundation
import Testing

@Suite struct AppLinkCodingTests {
  @Test func linksSurviveCoding() throws {
    let links = [
      AppLink(sourceURL: url("https://e.com/?a=%26#b")),
      AppLink(
        sourceURL: url("https://e.com/"),
        targets: [
          .apple(.init(rawURL: "not a url", appName: "A")), .android(.init(packageName: "a.b")),
        ],
        webURL: url("https://w.example/"),
        isBackToReferrer: true
      ),
    ]
    let data = try JSONEncoder().encode(links)
    #expect(try JSONDecoder().decode([AppLink].self, from: data) == links)
  }

  @Test func textThatIsNoURLIsKept() {
    let target = AppLinkTarget.apple(.init(rawURL: "not a url"))
    #expect(target.rawURL == "not a url")
    #expect(target.url == nil)
    #expect(AppLinkTarget.android(.init(packageName: "a.b")).url == nil)
    #expect(AppLinkTarget.windows(.init(rawURL: "w:x")).url?.absoluteString == "w:x")
  }
}
