#if AsyncHTTPClient
import AppLinks
import AppLinksResolving
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPClientTransportTests {
  @Test func loadsAPage() async throws {
    let server = try Page.server()
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url("/socks?size=40%20#top"))
      #expect(resolution.metadata.targets(for: .phone).map(\.rawURL) == ["shop://socks"])
      #expect(resolution.status == 200)
    }
    let request = try await server.connection().request.value
    #expect(request.target == "/socks?size=40%20")
    #expect(request.headers["prefer-html-meta-tags"] == "al")
    #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
    #expect(request.headers["accept-encoding"] == "gzip, deflate")
  }

  @Test func loadsACompressedPage() async throws {
    let page = try #require(
      Data(
        base64Encoded:
          "H4sIAAAAAAACA7PJKMnNsbPJSE1MsbPJTS1JVCgoyi9ILSqptFVKzLHKzC+2Ki3KUVJIzs8rSc0rsVUqzsgvsNLXT69SsrPRB2sDADYiwV1DAAAA"
      )
    )
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: page)
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.targets(for: .phone).map(\.rawURL) == ["shop://gz"])
    }
  }

  @Test func leavesRedirectsToTheResolver() async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      if request.target == "/new" { return try connection.respond(body: Page.html.utf8) }
      try connection.respond(302, headers: ["Location": "/new"], body: "moved".utf8)
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url("/old"))
      #expect(resolution.redirects == [server.url("/old")])
      #expect(resolution.finalURL == server.url("/new"))
      #expect(resolution.metadata.tags.count == 1)
    }
    #expect(server.connectionCount == 2)
  }

  @Test func doesNotReadTheBodyOfARedirect() async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      if request.target == "/new" { return try connection.respond(body: Page.html.utf8) }
      try connection.send("HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 1000\r\n\r\nx")
      connection.waitForPeerToClose()
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url("/old"))
      #expect(resolution.metadata.tags.count == 1)
      try await closes(server.connection())
    }
  }

  @Test func usesConnectionsAgain() async throws {
    let server = try LoopbackServer { connection in
      for _ in 0..<3 {
        try connection.readRequest()
        try connection.respond(headers: ["Connection": "keep-alive"], body: Page.html.utf8)
      }
    }
    try await withResolver { resolver in
      for _ in 0..<3 {
        let resolution = try await resolver.resolve(server.url())
        #expect(resolution.metadata.tags.count == 1)
      }
    }
    #expect(server.connectionCount == 1)
  }

  @Test func cancellationClosesTheConnection() async throws {
    let paused = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer(pausing: paused) { connection in
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<html>")
    }
    try await withResolver { resolver in
      let task = Task { try await resolver.resolve(server.url()) }
      let connection = try await paused.future.value
      task.cancel()
      try await closes(connection)
      #expect(await task.result.failure is CancellationError)
    }
  }

  @Test func cancellationBeforeTheAnswerClosesTheConnection() async throws {
    let paused = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer(pausing: paused) { _ in }
    try await withResolver { resolver in
      let task = Task { try await resolver.resolve(server.url()) }
      let connection = try await paused.future.value
      task.cancel()
      try await closes(connection)
      #expect(await task.result.failure is CancellationError)
    }
  }
}
#endif
