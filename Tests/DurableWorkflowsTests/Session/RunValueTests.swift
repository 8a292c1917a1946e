import DurableWorkflows
import Foundation
import Futures
import FuturesFoundation
import Testing
import Workflows

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Values under keys, of users and of this package, in runs that continue in another process.
@Suite struct RunValueTests {
  private static let go = Signal<Int>("go")

  /// Runs a workflow in one process until it waits, and to its end in another.
  private func output<Output: Sendable>(
    of workflow: Workflow<Int, Output>,
    _ durable: DurableWorkflow
  ) async throws -> Output {
    let bench = Workbench()
    let first = try bench.process(durable)
    try await bench.run {
      first.start()
      let run = try await first.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
    }
    let second = try bench.process(durable)
    return try await bench.run {
      second.start()
      try await second.send(1, to: Self.go, of: "a")
      let output = try await second.run(of: workflow, id: "a").value
      await second.stop()
      return output
    }
  }

  @Test func aValueThatWasRemovedStaysRemoved() async throws {
    let name = RunKey<String>("name")
    let other = RunKey<String>("other")
    let workflow = Workflow("removed") {
      Perform.withContext("set") { (number: Int, context) in
        context[name] = "lamp"
        context[other] = "chair"
        return number
      }
      .checkpoint()
      Perform.withContext("remove") { (_: Int, context) in
        context[name] = nil
        context[RunKey<Int>("never set")] = nil
        return context[name] ?? "nothing"
      }
      // The removal is recorded with the branches.
      Parallel {
        Perform.withContext("branch") { (_: String, context) in context[name] ?? "nothing" }
        Perform("text") { (text: String) in text }
      }
      .checkpoint()
      WaitForSignal(Self.go)
      Perform.withContext("get") { (texts: ((String, String), Int), context) in
        [texts.0.0, texts.0.1, context[name] ?? "nothing", context[other] ?? "nothing"]
      }
      .checkpoint()
    }
    let texts = try await output(of: workflow, workflow.durable())
    #expect(texts == ["nothing", "nothing", "nothing", "chair"])
  }

  @Test func aValueIsSetAgainAfterItWasRemoved() async throws {
    let name = RunKey<String>("name")
    let set = { (text: String?) in
      Perform.withContext("set \(text ?? "nothing")") { (number: Int, context) in
        context[name] = text
        return number
      }
      .checkpoint()
    }
    let workflow = Workflow("again") {
      set("lamp")
      set(nil)
      set("chair")
      WaitForSignal(Self.go)
      Perform.withContext("get") { (_: (Int, Int), context) in context[name] ?? "nothing" }
        .checkpoint()
    }
    #expect(try await output(of: workflow, workflow.durable()) == "chair")
  }

  @Test func theOutputsOfAForEachAreRecordedUnderTheirKey() async throws {
    let finished = RunKey<FinishedElements<Int>>("finished")
    let workflow = Workflow("elements") {
      Perform("list") { (number: Int) in [number, number + 1, number + 2] }.checkpoint()
      ForEach(finished: finished) { Perform("double") { (number: Int) in 2 * number } }
        .checkpoint()
      WaitForSignal(Self.go)
      Perform.withContext("get") { (_: ([Int], Int), context) in
        try context.require(finished).outputs
      }
      .checkpoint()
    }
    #expect(try await output(of: workflow, workflow.durable()) == [2, 4, 6])
  }

  @Test func theResponseOfATransferIsRecorded() async throws {
    let url = try #require(URL(string: "https://example.com/lamps"))
    let fields = ["ETag": "\"7\"", "Set-Cookie": "session=secret", "Content-Type": "text/html"]
    let workflow = Workflow("responses") {
      Perform.withContext("fetch") { (number: Int, context) in
        // As FetchData does.
        context[.response] = HTTPURLResponse(
          url: url,
          statusCode: 203,
          httpVersion: nil,
          headerFields: fields
        )
        return number
      }
      .checkpoint()
      WaitForSignal(Self.go)
      Perform.withContext("get") { (_: (Int, Int), context) in
        let response = context.httpResponse
        return [
          response?.url?.absoluteString, response.map { "\($0.statusCode)" },
          response?.value(forHTTPHeaderField: "etag"),
          response?.value(forHTTPHeaderField: "set-cookie"), response?.mimeType,
        ]
      }
      .checkpoint()
    }
    let response = try await output(of: workflow, workflow.durable())
    #expect(response == ["https://example.com/lamps", "203", "\"7\"", nil, "text/html"])
  }

  @Test func theResponseOfAnotherProtocolIsRecorded() async throws {
    let workflow = Workflow("file") {
      Perform.withContext("fetch") { (number: Int, context) in
        context[.response] = URLResponse(
          url: URL(filePath: "/lamps.json"),
          mimeType: "application/json",
          expectedContentLength: 7,
          textEncodingName: "utf-8"
        )
        return number
      }
      .checkpoint()
      WaitForSignal(Self.go)
      Perform.withContext("get") { (_: (Int, Int), context) in
        let response = try context.require(.response)
        return "\(response.url?.path ?? "") \(response.mimeType ?? "") "
          + "\(response.expectedContentLength) \(response.textEncodingName ?? "")"
      }
      .checkpoint()
    }
    let response = try await output(of: workflow, workflow.durable())
    #expect(response == "/lamps.json application/json 7 utf-8")
  }

  @Test func theErrorOfAFileThatWasNotSavedIsRecorded() async throws {
    // A folder cannot be created inside a file.
    let file = FileManager.default.temporaryDirectory.appending(path: "RunValueTests-\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let inside = file.appending(path: "text")
    let before = Locked<FileError?>(nil)
    let workflow = Workflow("files") {
      Perform("data") { (number: Int) in Data("\(number)".utf8) }.checkpoint()
      SaveFile(inside, onFailure: .keepGoing).checkpoint()
      Perform.withContext("look") { (data: Data, context) in
        before.withLock { $0 = context[.saveError] }
        return data
      }
      .checkpoint()
      WaitForSignal(Self.go)
      Perform.withContext("get") { (_: (Data, Int), context) in
        let error = try context.require(.saveError)
        return error == before.withLock { $0 } ? error.path : "another error"
      }
      .checkpoint()
    }
    #expect(try await output(of: workflow, workflow.durable()) == file.path)
  }
}
