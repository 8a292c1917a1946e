import AsyncHTTPClient
import Foundation
import Futures
import JSONValues
import NIOCore
import NIOHTTP1
import Testing

/// The program, started as a person does.
@Suite struct ProgramTests {
  @Test func explainsItself() async throws {
    let program = try Program(["--help"])
    let status = try await program.end()
    #expect(status == 0)
    #expect(program.output.contains("USAGE: applinks-server"))
  }

  @Test(
    arguments: [
      ["--port", "70000"], ["--require-key"], ["--site", "shop.example"],
      ["--keys", "/nonexistent"], ["--minimum-lifetime", "10", "--maximum-lifetime", "5"],
      ["--store", "/nonexistent/folder/file"], ["--store", ""], ["--store", "/tmp"],
      ["--origin", "https://links.example=http://127.0.0.1:9"],
      ["--origin", "links.example:443=http://127.0.0.1:9"],
      ["--origin", "bücher.example=http://127.0.0.1:9"],
      ["--trust-host", "http://127.0.0.1:9090"], ["--trust-host", "127.0.0.1:9090"],
      ["--origin", "shop.example=127.0.0.1:9090"], ["--origin", "shop.example=/srv"],
      ["--address", "192.0.2.1"], ["--address", "nowhere.invalid"],
    ]
  )
  func saysWhatIsWrongWithItsArguments(_ arguments: [String]) async throws {
    let program = try Program(["--port", "0"] + arguments)
    let status = try await program.end()
    #expect(status == 64)
    #expect(program.output.contains("Error:"))
  }

  @Test func saysWhichPortIsTaken() async throws {
    try await TestSite { _ in .missing }.run { port in
      let program = try Program(["--store", "memory", "--port", "\(port)"])
      let status = try await program.end()
      #expect(status == 64)
      #expect(program.output.contains("127.0.0.1:\(port)"))
      #expect(program.output.contains("--port"))
    }
  }

  @Test func endsThoughARequestDoesNot() async throws {
    let program = try Program(["--store", "memory", "--timeout", "1"])
    let address = try await program.address()
    let client = HTTPClient()
    let half = HalfBody()
    let answer = Future { try await client.execute(half.request(to: address), timeout: .hours(1)) }
    try await half.isSent.value
    // The server has accepted the connection before this one.
    _ = try await client.get(url: "\(address)/health").get()
    program.interrupt()
    #expect(try await program.end() == 0)
    await #expect(throws: (any Error).self) { try await answer.value }
    // That is no failure of the server.
    #expect(!program.output.contains(" error "), "\(program.output)")
    try await client.shutdown()
  }

  @Test func endsInTimeThoughFilesTakeWork() async throws {
    let file = try #require(HostileSiteTests.bodies.first { $0.0 == "stars" }?.1)
    let site = TestSite { path in path.hasPrefix("/.well-known") ? .json(file) : .missing }
    try await site.run { port in
      let program = try Program([
        "--store", "memory", "--timeout", "10", "--trust-host", "127.0.0.1",
        "--origin", "shop.example=http://127.0.0.1:\(port)",
      ])
      let address = try await program.address()
      let client = HTTPClient()
      @Sendable func why(_ number: Int) async throws -> UInt {
        let path = String(repeating: "ab", count: 1_900) + "\(number)"
        let url = "\(address)/api/v1/why?url=https://shop.example/\(path)"
        return try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
          .status.code
      }
      #expect(try await why(0) == 200)
      let answers = (1...16).map { number in Future { try await why(number) } }
      #expect(try await client.get(url: "\(address)/health").get().status.code == 200)
      let start = ContinuousClock.now
      program.interrupt()
      #expect(try await program.end() == 0)
      // What '--help' promises, 15 seconds, and the end of a process on a busy machine.
      #expect(ContinuousClock.now - start < .seconds(25))
      for answer in answers { _ = try? await answer.value }
      try await client.shutdown()
    }
  }

  @Test func servesAndShutsDown() async throws {
    let folder = try TemporaryFolder()
    let program = try Program(["--store", folder.path("store"), "--log-format", "json"])
    let address = try await program.address()
    let client = HTTPClient()
    let response = try await client.get(url: "\(address)/health").get()
    try await client.shutdown()
    #expect(response.status.code == 200)
    program.interrupt()
    let status = try await program.end()
    #expect(status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.path("store")))
    for line in program.output.split(separator: "\n") {
      let json = try JSONValue(parsing: String(line))
      #expect(json["level"]?.stringValue != nil)
    }
  }
}
