import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One way in which a server misbehaves.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The server's behavior until the transfer is halfway through.
  let begin: LoopbackServer.Script
  /// The server's behavior from there to the end.
  let end: LoopbackServer.Script
  /// Whether an error is the expected end of the transfer.
  let isExpected: @Sendable (any Error) -> Bool

  init(
    _ description: String,
    begin: @escaping LoopbackServer.Script = { _ in },
    end: @escaping LoopbackServer.Script = { _ in },
    isExpected: @escaping @Sendable (any Error) -> Bool
  ) {
    testDescription = description
    self.begin = begin
    self.end = end
    self.isExpected = isExpected
  }

  /// Returns a server that misbehaves in this way.
  func server() throws -> LoopbackServer {
    try LoopbackServer { connection in
      try connection.readRequest()
      try begin(connection)
      try end(connection)
    }
  }
}

extension Misbehaviour {
  /// The cases that end in an error without a time limit.
  static let withErrors = [
    status(404), status(500), status(503), cutBody, shorterThanAnnounced, cutChunks, redirectLoop,
    largeBody, largeBodyOfUnknownLength, reset,
  ]

  /// All cases, including those that need a time limit.
  static let all = withErrors + [oneByteASecond, silence]

  static func status(_ status: Int) -> Misbehaviour {
    Misbehaviour("status \(status)") { connection in
      try connection.send(
        "HTTP/1.1 \(status) No\r\nX-Why: because\r\nContent-Length: 9\r\n\r\nsorry"
      )
    } end: { connection in
      try connection.send(" you")
    } isExpected: { error in
      guard let error = error as? HTTPStatusError else { return false }
      return error.status == status && error.body == Data("sorry you".utf8)
        && error.headers["X-Why"] == "because" && !error.isBodyTruncated
    }
  }

  static let cutBody = Misbehaviour("body cut short") { connection in
    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun")
  } isExpected: {
    isIncomplete($0, received: 5, expected: 1000)
  }

  static let shorterThanAnnounced = Misbehaviour("length wrong by one") { connection in
    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nwhole")
  } isExpected: {
    isIncomplete($0, received: 5, expected: 6)
  }

  static let cutChunks = Misbehaviour("chunks cut short") { connection in
    try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n")
  } isExpected: {
    isIncomplete($0, received: 5, expected: nil)
  }

  static let oneByteASecond = Misbehaviour("one byte a second") { connection in
    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx")
  } end: { connection in
    Thread.detachNewThread { connection.waitForPeerToClose() }
    while !connection.peerClosed.isSettled {
      Thread.sleep(forTimeInterval: 1)
      try connection.send("x")
    }
  } isExpected: { error in
    error is TimeoutError
  }

  static let silence = Misbehaviour("no answer") { _ in
  } end: { connection in
    connection.waitForPeerToClose()
  } isExpected: { error in
    (error as? URLError)?.code == .timedOut || error is TimeoutError
  }

  static let redirectLoop = Misbehaviour("redirect loop") { connection in
    guard let target = connection.request.currentValue?.target, target.count < 4 else { return }
    try connection.respond(302, headers: ["Location": target + "a"])
    throw EndOfScript()
  } end: { connection in
    try connection.respond(302, headers: ["Location": "/aaa"])
  } isExpected: { error in
    (error as? URLError)?.code == .httpTooManyRedirects
  }

  static let largeBody = Misbehaviour("100 MB") { connection in
    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
    for _ in 0..<10 { try connection.send(megabyte) }
  } end: { connection in
    for _ in 0..<90 { try connection.send(megabyte) }
  } isExpected: {
    isTooLarge($0)
  }

  static let largeBodyOfUnknownLength = Misbehaviour("100 MB, unannounced") { connection in
    try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
    for _ in 0..<10 { try connection.send(megabyte) }
  } end: { connection in
    for _ in 0..<90 { try connection.send(megabyte) }
  } isExpected: {
    isTooLarge($0)
  }

  static let reset = Misbehaviour("connection reset in the middle of the body") { connection in
    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun")
  } end: { connection in
    connection.reset()
  } isExpected: { error in
    // The bytes sent just before a reset may be lost.
    if let error = error as? URLError { return error.code == .networkConnectionLost }
    return (error as? TransferError)?.code == .incompleteBody
  }

  static let megabyte = [UInt8](repeating: 7, count: 1_000_000)

  /// Thrown by a script that has sent everything.
  private struct EndOfScript: Error {}

  private static func isIncomplete(_ error: any Error, received: Int64, expected: Int64?) -> Bool {
    guard let error = error as? TransferError else { return false }
    return error.code == .incompleteBody && error.bytesReceived == received
      && error.bytesExpected == expected
  }

  private static func isTooLarge(_ error: any Error) -> Bool {
    guard let error = error as? TransferError else { return false }
    return error.code == .bodyTooLarge && error.bytesExpected == 20_000_000
  }
}
