import AppLinksPublishing
import Testing

@Suite struct AndroidAppTests {
  private let files = ["example.com": links(statement())]

  @Test(
    arguments: [
      (.exact("/a b"), "/a%20b", true), (.exact("/a"), "/a/", false), (.exact("/a"), "/A", false),
      (.prefix("/a"), "/ab/c", true), (.prefix("/a"), "/b", false),
      (.suffix(".html"), "/a.html", true), (.suffix(".html"), "/a.html/", false),
    ] as [(AndroidApp.Path, String, Bool)]
  )
  func theManifestDeclaresPaths(_ path: AndroidApp.Path, _ link: String, _ isDeclared: Bool) {
    let answer = app(paths: [path]).answer(for: "https://example.com" + link, files: files)
    #expect(answer.verdict == (isDeclared ? .opens : .unmatched))
  }

  @Test(arguments: [[], [.exact("/b")]] as [[AndroidApp.Path]])
  func aURLThatIsNoWebPageHasAnObstacle(_ paths: [AndroidApp.Path]) {
    let answer = app(paths: paths).answer(for: "ftp://example.com/", files: files)
    #expect(answer.obstacle == "it is not an http or https URL")
    #expect(answer.apps.isEmpty)
  }

  @Test func aURLWithoutAHostIsOfNoDomain() {
    let answer = app().answer(for: "mailto:a", files: files)
    #expect(answer.domain == "" && answer.apps.isEmpty)
  }

  @Test func anotherHostIsNotDeclared() {
    let answer = app().answer(for: "https://other.example/", files: files)
    #expect(answer.verdict == .unmatched)
    #expect(answer.apps.first?.reasons == ["the manifest does not declare the URL"])
  }
}
