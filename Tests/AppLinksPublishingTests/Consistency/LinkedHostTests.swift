import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation
import Testing

@Suite struct LinkedHostTests {
  private let apple = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[{}]}]}}"#

  @Test func bothFilesAreLoaded() async throws {
    let site = FakeSite([
      appleAddress("e.com"): .init(body: apple), androidAddress("e.com"): .init(body: "[]"),
    ])
    let host = try await LinkedHost.load("E.com", using: site.resolver)
    #expect(host.host == "e.com")
    #expect(host.appleFile?.entries.count == 1)
    #expect(host.androidFile?.statements == [])
    #expect(host.statusForVerifier == 200)
    #expect(host.appleCopy == nil && host.failures.isEmpty)
    #expect(host.answer(for: "https://e.com/x", on: .apple)?.apps.first?.verdict == .opens)
    #expect(host.answer(for: "https://e.com/x", on: .android)?.apps == [])
  }

  @Test func redirectsAreNotFollowed() async throws {
    let site = FakeSite([
      appleAddress("e.com"): .init(
        status: 301,
        headers: ["Location": appleAddress("www.e.com")]
      ),
      appleAddress("www.e.com"): .init(body: apple),
    ])
    let host = try await LinkedHost.load("e.com", using: site.resolver)
    #expect(host.apple?.status == 301)
    #expect(host.appleFile == nil)
    #expect(!site.requests.contains(appleAddress("www.e.com")))
  }

  @Test func theRootIsTriedIfTheFileIsMissing() async throws {
    let root = "https://e.com/apple-app-site-association"
    let site = FakeSite([root: .init(body: apple)])
    let host = try await LinkedHost.load("e.com", using: site.resolver)
    #expect(host.apple?.url == root)
    #expect(ConsistencyLinter().lint(host)[.apple]?.map(\.code).first == .fileAtRoot)
    let none = try await LinkedHost.load("f.com", using: site.resolver)
    #expect(none.apple?.url == appleAddress("f.com"))
    #expect(ConsistencyLinter().lint(none)[.apple]?.map(\.code) == [.fileStatus])
  }

  @Test func anotherServerCanHaveTheFiles() async throws {
    let origin = "http://127.0.0.1:8080"
    let site = FakeSite([origin + "/.well-known/assetlinks.json": .init(body: "[]")])
    let host = try await LinkedHost.load("e.com", from: origin, using: site.resolver)
    #expect(host.androidFile != nil)
    #expect(host.android?.url == androidAddress("e.com"))
    #expect(ConsistencyLinter().lint(host)[.android]?.map(\.code) == [.noHandleAllURLs])
  }

  @Test func includedFilesAreLoadedOneLevelDeep() async throws {
    let include = #"[{"include":"https://e.com/more.json"},{"include":"https://e.com/no.json"}]"#
    let site = FakeSite([
      androidAddress("e.com"): .init(body: include),
      "https://e.com/more.json": .init(body: "[\(statement()),{\"include\":\"https://e.com/x\"}]"),
      "https://e.com/x": .init(body: "[\(statement(package: "com.example.other"))]"),
    ])
    let host = try await LinkedHost.load("e.com", using: site.resolver)
    #expect(host.androidFile?.statements.count == 1)
    #expect(host.androidFile?.includes == ["https://e.com/no.json"])
    #expect(!site.requests.contains("https://e.com/x"))
  }

  @Test(
    arguments: [
      (.init(status: 404, headers: [:]), "include-not-used"),
      (.init(status: 302, headers: ["Location": "https://e.com/x"]), "include-not-used"),
      (.init(status: 0), "include-not-used"), (.init(body: "<!doctype html>"), "include-not-used"),
      (.init(body: "{}"), "include-not-used"),
      (.init(headers: ["Content-Type": "text/html"], body: "[\(statement())]"), "include-not-used"),
      (.init(body: #"[{"include":"https://e.com/x"}]"#), "nested-include"),
      (.init(body: "[\(statement())]"), ""),
    ] as [(FakeSite.Answer, String)]
  )
  func anIncludedFileThatIsNotUsedIsFound(_ answer: FakeSite.Answer, _ code: String) async throws {
    let site = FakeSite([
      androidAddress("e.com"): .init(
        body: #"[\#(statement(package: "com.example.own")),{"include":"https://e.com/more.json"}]"#
      ), "https://e.com/more.json": answer, "https://e.com/x": .init(body: "[\(statement())]"),
    ])
    let host = try await LinkedHost.load("e.com", using: site.resolver)
    let findings = (ConsistencyLinter().lint(host)[.android] ?? []).filter { $0.severity > .note }
    #expect(findings.map(\.code.rawValue) == (code.isEmpty ? [] : [code]))
    if let finding = findings.first {
      #expect(finding.message.contains("'https://e.com/more.json'"))
    }
    let page = LinkedPage(
      html: "<meta property='al:android:package' content='com.example.app'>".utf8,
      url: "https://e.com/7"
    )
    let found = ConsistencyLinter().lint(page, hosts: [host]).map(\.code)
    #expect(found == (code.isEmpty ? [] : [.packageNotInFile]))
    let app = host.answer(for: page.url, on: .android)?.apps.first { $0.id == "com.example.app" }
    let expected: AssociationAnswer.Verdict? = code.isEmpty ? .opens : nil
    #expect(app?.verdict == expected)
  }

  @Test func theEleventhIncludedFileIsFoundAndNotLoaded() async throws {
    let includes = (1...11).map { #"{"include":"https://e.com/\#($0).json"}"# }
    var answers = [
      androidAddress("e.com"): FakeSite.Answer(body: "[\(includes.joined(separator: ","))]")
    ]
    for number in 1...11 {
      let package = "com.example.app\(number)"
      answers["https://e.com/\(number).json"] = .init(body: "[\(statement(package: package))]")
    }
    let site = FakeSite(answers)
    let host = try await LinkedHost.load("e.com", using: site.resolver)
    let findings = ConsistencyLinter().lint(host)[.android]?.filter { $0.severity > .note } ?? []
    #expect(findings.map(\.code) == [.tooManyIncludes])
    #expect(findings.first?.subject == "[10].include")
    #expect(host.androidFile?.statements.count == 10)
    #expect(!site.requests.contains("https://e.com/11.json"))
    let page = LinkedPage(
      html: "<meta property='al:android:package' content='com.example.app11'>".utf8,
      url: "https://e.com/7"
    )
    #expect(ConsistencyLinter().lint(page, hosts: [host]).map(\.code) == [.packageNotInFile])
  }

  @Test func aHostThatDoesNotAnswerHasReasons() async throws {
    let site = FakeSite([
      appleAddress("e.com"): .init(status: 0), androidAddress("e.com"): .init(status: 0),
    ])
    let host = try await LinkedHost.load("e.com", using: site.resolver)
    #expect(host.failures.count == 2)
    for findings in ConsistencyLinter().lint(host).values {
      #expect(findings.map(\.code) == [.fileNotLoaded])
    }
  }

  @Test func aPageIsLoadedWithItsRedirects() async throws {
    let html = ["Content-Type": "text/html"]
    let site = FakeSite([
      "https://go.example/7": .init(status: 302, headers: ["Location": "https://e.com/7"]),
      "https://e.com/7": .init(
        headers: html,
        body: "<meta name='apple-itunes-app' content='app-id=1'><meta property='al:ios:url'>"
      ),
    ])
    let url = try #require(URL(string: "https://go.example/7"))
    let (resolution, findings, page) =
      try await AppLinkLinter().linkedPage(at: url, using: site.resolver)
    #expect(resolution.status == 200)
    #expect(findings.contains { $0.subject == "al:ios:url" })
    #expect(page.url == "https://e.com/7")
    #expect(page.redirects == ["https://go.example/7"])
    #expect(page.declarations.map(\.value) == ["1"])
  }
}
