#if AsyncHTTPClient
import AppLinks
import AppLinksHTTPClient
import AppLinksResolving
import Futures
import LoopbackServer
import TestSupport
import Testing

@Suite("shutting down a transport over AsyncHTTPClient", .timeLimit(.minutes(10)))
struct TransportShutdownTests {
  let transport = HTTPClientTransport()

  @Test func laterLoadsFail() async throws {
    let server = try Page.server()
    let resolver = resolver(over: transport)
    _ = try await resolver.resolve(server.url())
    await transport.shutdown()
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await resolver.resolve(server.url())
    }
    #expect(error?.underlying is TransportHasShutDown)
    #expect(server.connectionCount == 1)
  }

  @Test func loadsThatAreUnderWayFail() async throws {
    let paused = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer(pausing: paused) { connection in
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<html>")
    }
    let resolver = resolver(over: transport)
    let page = Task { try await resolver.resolve(server.url()) }
    let connection = try await paused.future.get()
    await transport.shutdown()
    try await closes(connection)
    let error = await page.result.failure as? AppLinkResolveError
    #expect(error?.underlying is TransportHasShutDown, "\(String(describing: error))")
  }

  @Test func closesIdleConnections() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Connection": "keep-alive"], body: Page.html.utf8)
      connection.waitForPeerToClose()
    }
    _ = try await resolver(over: transport).resolve(server.url())
    await transport.shutdown()
    try await closes(server.connection())
  }

  @Test func canBeDoneTwiceAndAtTheSameTime() async throws {
    let server = try Page.server()
    _ = try await resolver(over: transport).resolve(server.url())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { [transport] in await transport.shutdown() } }
    }
    await transport.shutdown()
  }

  @Test func aReleasedTransportClosesItsConnections() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Connection": "keep-alive"], body: Page.html.utf8)
      connection.waitForPeerToClose()
    }
    _ = try await resolver(over: HTTPClientTransport()).resolve(server.url())
    try await closes(server.connection())
  }
}
#endif
