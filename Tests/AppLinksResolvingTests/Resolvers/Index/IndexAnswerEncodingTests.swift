import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import JSONValues
import Testing

/// Answers that are written for an index, and read again.
@Suite struct IndexAnswerEncodingTests {
  private let page = "https://shop.example/socks/7"

  private func readAgain(_ metadata: AppLinkMetadata) throws -> AppLinkMetadata {
    let text = try IndexAnswer(entries: [page: .metadata(metadata)]).json.encoded()
    let answer = try IndexAnswer(json: JSONValue(parsing: text))
    guard case .metadata(let read)? = answer.entries[page] else {
      throw IndexError(message: "no metadata in \(text)")
    }
    return read
  }

  @Test(
    arguments: [
      #"<meta property="al:ios:url" content="shop://7">"#,
      // Two columns of different lengths are joined by position.
      """
      <meta property="al:ios:url" content="shop://1"><meta property="al:ios:url" content="shop://2">
      <meta property="al:ios:app_name" content="Shop">
      """,
      // Groups stay apart, and an empty one has no target.
      """
      <meta property="al:android"><meta property="al:android:package" content="a.b">
      <meta property="al:android"><meta property="al:android:package" content="c.d">
      <meta property="al:android:app_name" content="&quot;Zwei&quot; \u{1F9E6}"><meta property="al:android">
      """,
      // The first values of the first group count.
      """
      <meta property="al:web:should_fallback" content="no">
      <meta property="al:web:should_fallback" content="yes">
      <meta property="al:web"><meta property="al:web:url" content="https://other.example/">
      """,
      #"<meta property="al:web:url" content="https://m.shop.example/7"><meta property="al:windows:package" content="p">"#,
      #"<meta property="al:ios:url:secure" content="x"><meta property="al:ios:app_name">"#,
      "<p>no tags",
    ]
  )
  func readersFindTheSame(_ html: String) throws {
    let metadata = AppLinkMetadata(html: html)
    let read = try readAgain(metadata)
    let url = try #require(URL(string: page))
    for idiom in DeviceIdiom.allCases {
      // Targets without any value have nothing that could open, and are not written.
      let targets = metadata.targets(for: idiom).filter {
        $0.rawURL != nil || $0.appName != nil
          || $0.url != nil || isAndroid($0)
      }
      #expect(read.targets(for: idiom) == targets)
    }
    #expect(read.webURL(for: url) == metadata.webURL(for: url))
  }

  private func isAndroid(_ target: AppLinkTarget) -> Bool {
    if case .android(let app) = target { app.packageName != nil } else { false }
  }

  @Test func failuresKeepTheirMessage() throws {
    let answer = IndexAnswer(entries: [page: .failure(message: "no route")])
    let read = try IndexAnswer(json: answer.json)
    guard case .failure(let message)? = read.entries[page] else {
      Issue.record("\(read)")
      return
    }
    #expect(message.contains("no route"))
  }
}
