#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore

/// A ``PageServer`` in a process of its own.
struct ServerProcess {
  let port: String
  /// Asks for the number of connections, over a connection of its own.
  private let counter = HTTPClient()
  private let process = Process()
  private let input = Pipe()

  init() throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["serve"]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = String(line.prefix { $0.isNumber })
  }

  func url(_ path: String = "") -> URL { URL(string: "http://127.0.0.1:\(port)/\(path)")! }

  /// The number of connections that the server has accepted.
  func connections() async throws -> Int {
    let request = HTTPClientRequest(url: url("connections").absoluteString)
    let body = try await counter.execute(request, timeout: .seconds(60)).body.collect(upTo: 100)
    return Int(String(buffer: body)) ?? 0
  }

  func stop() async throws {
    try await counter.shutdown()
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
#endif
