import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Testing

@testable import AppLinksTool

@Suite struct SitemapTests {
  private static let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

  private func reason(_ bytes: [UInt8]) -> String? {
    do throws(SitemapError) {
      _ = try Sitemap(bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func pagesAndSitemapsAreFound() throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="\(Self.namespace)" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc> https://e.com/a?b=1&amp;c=2 </loc><lastmod>2026-01-01</lastmod>
          <image:image><image:loc>https://e.com/a.png</image:loc></image:image></url>
        <url><loc><![CDATA[https://e.com/b]]></loc></url>
        <url><loc></loc></url>
      </urlset>
      """
    let sitemap = try Sitemap(Array(xml.utf8))
    #expect(sitemap.pages == ["https://e.com/a?b=1&c=2", "https://e.com/b"])
    let index =
      "<s:sitemapindex xmlns:s='\(Self.namespace)'><s:sitemap><s:loc>https://e.com/1.xml"
      + "</s:loc></s:sitemap></s:sitemapindex>"
    #expect(try Sitemap(Array(index.utf8)).sitemaps == ["https://e.com/1.xml"])
    let plain = "<urlset><url><loc>https://e.com/a</loc></url></urlset>"
    #expect(try Sitemap(Array(plain.utf8)).pages == ["https://e.com/a"])
  }

  @Test func whatIsNoSitemapHasAReason() {
    #expect(reason(Array("<html></html>".utf8))?.contains("not a sitemap") == true)
    #expect(reason([])?.contains("not a sitemap") == true)
    #expect(reason(Array("<urlset><url>".utf8))?.contains("not XML") == true)
    #expect(reason([0x1F, 0x8B, 0, 0])?.contains("gzip") == true)
  }

  @Test func entitiesOfTheFileAreNotLoaded() {
    let xml = """
      <?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <urlset><url><loc>https://e.com/&x;</loc></url></urlset>
      """
    let pages = (try? Sitemap(Array(xml.utf8)))?.pages ?? []
    #expect(!pages.contains { $0.contains("root") })
  }

  @Test func filesInGzipAreUnpackedWithinALimit() throws {
    let xml = Array("<urlset><url><loc>https://e.com/a</loc></url></urlset>".utf8)
    #expect(try Sitemap(gzip(xml)).pages == ["https://e.com/a"])
    let bomb = try gzip(Array(repeating: 0x20, count: Sitemap.maximumBytes + 1))
    #expect(bomb.count < 100_000)
    #expect(reason(bomb)?.contains("more than 50 MiB") == true)
    let whole = try gzip(xml)
    #expect(reason(Array(whole.prefix(whole.count / 2))) != nil)
  }

  /// Packs bytes with the compressor of a server.
  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    let accepted: HTTPHeaders = ["Accept-Encoding": "gzip"]
    let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: accepted)
    try channel.writeInbound(HTTPServerRequestPart.head(request))
    try channel.writeOutbound(
      HTTPServerResponsePart.head(.init(version: .http1_1, status: .ok, headers: [:]))
    )
    try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    var packed: [UInt8] = []
    while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
      if case .body(.byteBuffer(let piece)) = part { packed += piece.readableBytesView }
    }
    return packed
  }
}
