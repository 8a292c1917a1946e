#if AsyncHTTPClient
import AppLinks
import AppLinksResolving
import Foundation
import LoopbackServer
import TestSupport
import Testing
import Transfers

@Suite(.timeLimit(.minutes(10)))
struct ContentCodingTests {
  private static let zlib =
    [0x78, 0x01] + rawDeflate + Gzip.adler32(Page.html.utf8)

  private static let rawDeflate = Gzip.stored(Page.html.utf8, isLast: true)

  private func server(_ coding: String, _ body: [UInt8]) throws -> LoopbackServer {
    try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Encoding": coding], body: body)
    }
  }

  @Test(
    arguments: [
      ("gzip", Array(Gzip.page)), ("GZip", Array(Gzip.page)), ("x-gzip", Array(Gzip.page)),
      ("identity, gzip", Array(Gzip.page)), ("gzip, identity", Array(Gzip.page)),
      ("deflate", zlib), ("identity", Array(Page.html.utf8)), ("", Array(Page.html.utf8)),
    ]
  )
  func aCodedPageIsDecoded(coding: String, body: [UInt8]) async throws {
    let server = try server(coding, body)
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.tags.count == 1)
    }
  }

  @Test(
    arguments: [
      ("br", [0x0B, 0x02]), ("zstd", [0x28, 0xB5]), ("gzip, gzip", Array(Gzip.page)),
      ("gzip, br", Array(Gzip.page)), ("deflate", rawDeflate), ("gzip", Array(Page.html.utf8)),
    ]
  )
  func thatCannotBeDecodedIsNamed(coding: String, body: [UInt8]) async throws {
    let server = try server(coding, body)
    try await withResolver { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(server.url())
      }
      #expect(error?.code == .transferFailed)
      #expect(error?.message.contains("'\(coding)'") == true, "\(String(describing: error))")
      #expect((error?.underlying as? TransferError)?.coding == coding)
    }
  }

  /// What nobody reads needs no decoding.
  @Test func ofARedirectIsIgnored() async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      if request.target == "/new" { return try connection.respond(body: Page.html.utf8) }
      let headers = ["Location": "/new", "Content-Encoding": "br"]
      try connection.respond(302, headers: headers, body: [0x0B, 0x02])
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.tags.count == 1)
    }
  }
}
#endif
