import JSONValues
import Testing
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct HostileServerTests {
  /// Answers that end a process on Linux that loads them with `URLSession`.
  static let traps = [
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: y\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775296\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9223372036854775807\r\n\r\n",
    "HTTP/1.1 099 OK\r\nContent-Length: 1\r\n\r\nx",
  ]

  private static let mistakes = "Tools/Tests/Fixtures/mistakes.html"

  @Test(arguments: traps)
  func loseNoFindingsOfOtherPages(answer: String) async throws {
    let hostile = try PageServer { _ in answer }
    let alone = try await Program.shell("applinks lint \(Self.mistakes)")
    let findings = alone.output.split(separator: "\n").filter { $0.hasPrefix(Self.mistakes) }
    #expect(findings.count > 1)
    let pages = "\(Self.mistakes) \(hostile.url("/")) \(Self.mistakes)"
    let run = try await Program.shell("applinks lint --jobs 1 \(pages)")
    let isRead = answer.contains("X: y")
    #expect(run.code == (isRead ? 1 : 2), "\(run.output)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix(Self.mistakes) } == findings + findings)
    #expect(lines.contains { $0.hasPrefix("applinks: \(hostile.url("/")): ") } == !isRead)

    let json = try await Program.shell("applinks lint --json \(pages) 2>/dev/null")
    #expect(json.code == run.code)
    let value = try JSONOutput.value(of: json.output)
    #expect(value["unread"] == .integer(isRead ? 0 : 1))
    let linted = try #require(value["pages"]?.arrayValue)
    #expect(linted.count == 3 && linted[0]["findings"] == linted[2]["findings"])
  }

  @Test(arguments: ["resolve", "open"])
  func endNoCommand(command: String) async throws {
    for answer in Self.traps where !answer.contains("X: y") {
      let hostile = try PageServer { _ in answer }
      let run = try await Program.shell("applinks \(command) \(hostile.url("/"))")
      #expect(run.code == 2)
      #expect(run.output.hasPrefix("applinks: \(hostile.url("/")): "), "\(run.output)")
      #expect(run.output.split(separator: "\n").count == 1)
    }
  }

  @Test(arguments: [
    ("SSH-2.0-OpenSSH_9.0\r\n", "not valid HTTP; check that it uses HTTP on this port"),
    ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "not valid HTTP"),
    ("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000), "shorter header fields"),
    ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:99999/\r\n\r\n", "host and port"),
    (
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\noops",
      "coding 'gzip', and cannot be decoded"
    ),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<p>", "ended before the page was complete"),
    ("", "ended before the page was complete"),
  ]
  )
  func areDescribedInWords(answer: String, words: String) async throws {
    let server = try PageServer { _ in answer }
    for command in ["resolve", "open", "lint"] {
      let run = await ToolRun(command, server.url("/"))
      #expect(run.code == 2)
      let message = run.errors.first ?? ""
      #expect(run.errors.count == 1 && message.contains(words), "\(message)")
      #expect(!message.contains("URLError") && !message.contains("NSURL"), "\(message)")
    }
  }
}
