import AppLinks
import AppLinksResolving
import Foundation
import JSONValues
import Testing

/// The answers of an index as the client of Facebook's SDK reads them.
@Suite struct GraphClientTests {
  private let page = "https://shop.example/socks/7"

  private func links(_ html: String) throws -> JSONValue {
    let answer = IndexAnswer(entries: [page: .metadata(AppLinkMetadata(html: html))])
    let json = try JSONValue(parsing: answer.json.encoded())
    return try #require(json[page]?["app_links"])
  }

  private func meta(_ property: String, _ content: String) -> String {
    #"<meta property="\#(property)" content="\#(content)">"#
  }

  @Test func webIsAnObjectAndShouldFallbackABoolean() throws {
    let url = meta("al:web:url", "https://m.shop.example/7")
    let yes = meta("al:web:should_fallback", "true")
    let no = meta("al:web:should_fallback", "no")
    #expect(try links(url)["web"] == ["url": "https://m.shop.example/7"])
    #expect(
      try links(url + yes)["web"] == ["url": "https://m.shop.example/7", "should_fallback": true]
    )
    #expect(try links(url + no)["web"] == ["should_fallback": false])
    #expect(try links(meta("al:web:should_fallback", "maybe"))["web"] == ["should_fallback": true])
    #expect(try links("<p>")["web"] == nil)
    #expect(try links(#"<meta property="al:web">"#)["web"] == nil)
  }

  /// The client opens the URL as it is: there is no page to which it could be relative.
  @Test func theURLOfTheWebIsAWebPage() throws {
    #expect(
      try links(meta("al:web:url", "/m/7"))["web"] == ["url": "https://shop.example/m/7"]
    )
    for text in ["javascript:alert(1)", "not a url", "https:///", ""] {
      #expect(try links(meta("al:web:url", text))["web"] == nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      "<p>no tags", #"<meta property="al:web"><meta property="al:ios">"#,
      """
      <meta property="al:ios:url" content="shop://7"><meta property="al:ios:app_store_id" content="1">
      <meta property="al:ipad:url" content="shop-hd://7"><meta property="al:ipad:app_name">
      <meta property="al:web:url" content="/m">
      """,
      """
      <meta property="al:iphone:url" content="a://1"><meta property="al:iphone:app_name" content="A">
      <meta property="al:iphone:url" content="b://1"><meta property="al:ios:url" content="c://1">
      <meta property="al:web:should_fallback" content="false">
      """,
      """
      <meta property="al:web:should_fallback" content="true">
      <meta property="al:web"><meta property="al:web:url" content="https://other.example/">
      """,
    ],
    ["iphone", "ipad"]
  )
  func theClientFindsWhatThePageSays(_ html: String, _ idiom: String) throws {
    let metadata = AppLinkMetadata(html: html)
    let answer = IndexAnswer(entries: [page: .metadata(metadata)])
    let read = try GraphClient(idiom: idiom).read(answer.json, page)
    let device = idiom == "ipad" ? DeviceIdiom.pad : .phone
    let targets = metadata.targets(for: device).filter { $0.rawURL != nil }
    #expect(read.targets == targets.map { $0.rawURL ?? "" })
    let url = try #require(URL(string: page))
    #expect(read.web == metadata.webURL(for: url)?.absoluteString)
  }

  @Test(arguments: [
    #"[{"url": "https://m.e/"}]"#, "[]", #""https://m.e/""#, "7", "true",
    #"{"should_fallback": "false"}"#, #"{"should_fallback": 0}"#, #"{"should_fallback": []}"#,
  ])
  func anotherFormIsRefused(_ web: String) throws {
    let text = #"{"\#(page)": {"app_links": {"web": \#(web)}}, "https://e.com/": {"id": "x"}}"#
    let json = try JSONValue(parsing: text)
    #expect(throws: GraphClient.Crash.self) { try GraphClient(idiom: "ipad").read(json, page) }
    let answer = try IndexAnswer(json: json)
    guard case .failure(let message)? = answer.entries[page] else {
      Issue.record("\(web) is read")
      return
    }
    #expect(message.contains("in the answer of the index"))
    #expect(answer.entries["https://e.com/"] == .metadata(AppLinkMetadata(tags: [])))
  }
}

/// What the resolver of Facebook's SDK for iOS does with an answer, as it is described.
///
/// It reads the targets of the idiom and then those of `ios`, each with the strings `url`,
/// `app_store_id` and `app_name`. The web URL is the URL asked, or `web.url`, or none if the number
/// `web.should_fallback` is false. A value of another type ends the process or is misread.
private struct GraphClient {
  let idiom: String

  struct Crash: Error {}

  func read(_ json: JSONValue, _ page: String) throws -> (targets: [String], web: String?) {
    let links = try member(json, page).flatMap { try member($0, "app_links") }
    var targets: [String] = []
    for platform in [idiom, "ios"] {
      guard let list = try links.flatMap({ try member($0, platform) }) else { continue }
      guard let elements = list.arrayValue else { throw Crash() }
      for element in elements {
        for key in ["app_store_id", "app_name"] { _ = try text(element, key) }
        if let url = try text(element, "url") { targets.append(url) }
      }
    }
    var web: String? = page
    if let object = try links.flatMap({ try member($0, "web") }) {
      web = try text(object, "url") ?? web
      if let value = try member(object, "should_fallback") {
        guard let isAllowed = value.boolValue else { throw Crash() }
        if !isAllowed { web = nil }
      }
    }
    return (targets, web)
  }

  /// An object answers for its keys, and any other value does not know the question.
  private func member(_ value: JSONValue, _ key: String) throws -> JSONValue? {
    guard let members = value.objectValue else { throw Crash() }
    return members[key]
  }

  private func text(_ value: JSONValue, _ key: String) throws -> String? {
    guard let member = try member(value, key) else { return nil }
    guard let text = member.stringValue else { throw Crash() }
    return text
  }
}
