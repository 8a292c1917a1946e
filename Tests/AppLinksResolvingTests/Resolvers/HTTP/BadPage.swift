import AppLinks
import AppLinksResolving
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing

/// A way in which the server of a page misbehaves.
struct BadPage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The script of the server up to the middle of resolving.
  let begin: LoopbackServer.Script
  /// The script of the server from there to the end.
  let end: LoopbackServer.Script
  /// The code of the expected error, or `nil` if resolving succeeds.
  let code: AppLinkResolveError.Code?
  /// The codes of the expected diagnostics if resolving succeeds.
  let diagnostics: [AppLinkDiagnostic.Code]

  init(
    _ description: String,
    begin: @escaping LoopbackServer.Script = { _ in },
    end: @escaping LoopbackServer.Script = { _ in },
    code: () -> AppLinkResolveError.Code? = { nil },
    diagnostics: () -> [AppLinkDiagnostic.Code] = { [] }
  ) {
    testDescription = description
    self.begin = begin
    self.end = end
    self.code = code()
    self.diagnostics = diagnostics()
  }

  /// Returns a server with this behavior.
  func server() throws -> LoopbackServer {
    try LoopbackServer { connection in
      try connection.readRequest()
      try begin(connection)
      try end(connection)
    }
  }

  /// Resolves within twice the idle time if the page times out, and with long limits otherwise.
  var resolver: HTTPResolver {
    let limit: Duration = code == .timedOut ? .milliseconds(Self.idleMilliseconds) : .seconds(100)
    return HTTPResolver(options: HTTPResolver.Options(timeout: limit * 2, idleTimeout: limit))
  }
}

extension BadPage {
  static let all = [
    compressedBomb, slowBytes, silence, silenceAfterHead, reset, cutBody, cutChunks, image,
    imageAsPage, noResponse,
  ]

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"

  static let compressedBomb = BadPage("3 MB of spaces, compressed") { connection in
    try connection.send("\(head)Content-Encoding: gzip\r\nContent-Length: 20000\r\n\r\n")
  } end: { connection in
    try connection.send(Gzip.bomb(20_000))
  } diagnostics: {
    [.pageTooLong]
  }

  /// The idle time of pages that time out.
  ///
  /// Real sessions need real time.
  private static let idleMilliseconds = StressSize.isLong ? 1000 : 300

  static let slowBytes = BadPage("one byte every half of the idle time") { connection in
    try connection.send("\(head)Content-Length: 1000\r\n\r\n<")
  } end: { connection in
    Thread.detachNewThread { connection.waitForPeerToClose() }
    while !connection.peerClosed.isSettled {
      Thread.sleep(forTimeInterval: Double(idleMilliseconds) / 2000)
      try connection.send("x")
    }
  } code: {
    .timedOut
  }

  static let silence = BadPage("no answer") { _ in
  } end: { connection in
    connection.waitForPeerToClose()
  } code: {
    .timedOut
  }

  static let silenceAfterHead = BadPage("no body") { connection in
    try connection.send("\(head)Content-Length: 1000\r\n\r\n")
  } end: { connection in
    connection.waitForPeerToClose()
  } code: {
    .timedOut
  }

  static let reset = BadPage("connection reset in the middle of the body") { connection in
    try connection.send("\(head)Content-Length: 1000\r\n\r\n<html>")
  } end: { connection in
    connection.reset()
  } code: {
    .connectionLost
  }

  static let cutBody = BadPage("body shorter than announced") { connection in
    try connection.send("\(head)Content-Length: 1000\r\n\r\n<html>")
  } code: {
    .connectionLost
  }

  static let cutChunks = BadPage("chunks cut short") { connection in
    try connection.send("\(head)Transfer-Encoding: chunked\r\n\r\n6\r\n<html>\r\n")
  } code: {
    .connectionLost
  }

  static let image = BadPage("image") { connection in
    try connection.send(
      "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 999\r\n\r\n\u{1}"
    )
  } end: { connection in
    connection.waitForPeerToClose()
  } diagnostics: {
    [.notAPage]
  }

  static let imageAsPage = BadPage("image that claims to be a page") { connection in
    try connection.send("\(head)Content-Length: 4104\r\n\r\n")
  } end: { connection in
    var random = SeededRandom(seed: 7)
    try connection.send([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try connection.send((0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  static let noResponse = BadPage("end before the response") { _ in
  } code: {
    .transferFailed
  }
}
