import Testing

@testable import AppLinksTool

@Suite struct RobotsFileTests {
  private func file(_ text: String) -> RobotsFile {
    RobotsFile(Array(text.utf8), for: "applinks")
  }

  @Test func theLongestRuleDecides() {
    let robots = file("User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n")
    #expect(robots.allows("/"))
    #expect(!robots.allows("/a/x"))
    #expect(robots.allows("/a/b/x"))
    #expect(!robots.allows("/a/b/c/x"))
    #expect(file("User-agent: *\nDisallow: /a\nAllow: /a").allows("/a"))
    #expect(file("User-agent: *\nDisallow:").allows("/a"))
    #expect(file("").allows("/a") && file("Disallow: /").allows("/a"))
  }

  @Test(
    arguments: [
      ("/*.pdf$", "/a/b.pdf", false), ("/*.pdf$", "/a.pdf?x", true), ("/*.pdf", "/a.pdf?x", false),
      ("/a*b*c", "/axbxc", false), ("/a*b*c", "/axcxb", true), ("/$", "/", false),
      ("/$", "/a", true), ("*", "/a", false), ("/a*", "/a", false), ("/p?id=", "/p?id=7", false),
      ("/a$", "/a", false), ("/a$", "/ab", true), ("/*a$", "/aba", false),
    ]
  )
  func patternsHaveTwoWildcards(_ pattern: String, _ path: String, _ isAllowed: Bool) {
    #expect(file("User-agent: *\nDisallow: \(pattern)").allows(path) == isAllowed)
  }

  @Test func aGroupForTheToolReplacesThatForAll() {
    let text = """
      User-agent: other
      User-agent: AppLinks
      Disallow: /a # not for this tool
      Crawl-delay: 2

      User-agent: *
      Disallow: /b
      Sitemap: https://e.com/s.xml
      """
    let robots = file(text)
    #expect(!robots.allows("/a") && robots.allows("/b"))
    #expect(robots.delay == 2)
    #expect(robots.sitemaps == ["https://e.com/s.xml"])
    let other = RobotsFile(Array(text.utf8), for: "another")
    #expect(other.allows("/a") && !other.allows("/b") && other.delay == nil)
  }

  @Test func aServerThatFailsAllowsNothing() {
    #expect(!RobotsFile.closed.allows("/a"))
    #expect(RobotsFile.empty.allows("/a"))
    #expect(RobotsFile.closed.allows("/robots.txt"))
  }

  @Test func hostilePatternsTakeLinearTime() {
    let pattern = String(repeating: "*a", count: 20_000)
    let robots = file("User-agent: *\nDisallow: /\(pattern)b$")
    #expect(robots.allows("/" + String(repeating: "a", count: 60_000)))
  }
}
