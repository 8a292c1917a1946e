import Foundation
import Futures
import JSONValues
import LoopbackServer
import TestSupport
import Testing
import Transfers
import Workflows

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct FetchDataTests {
  let session = TransferSession(configuration: .ephemeral)

  /// A server that answers with the method, the target and the body of the request.
  private func echo() throws -> LoopbackServer {
    try LoopbackServer { connection in
      let request = try connection.readRequest()
      let text = "\(request.method) \(request.target) \(request.text)"
      try connection.respond(201, headers: ["X-Mark": "here"], body: text.utf8)
    }
  }

  @Test func loadsAURLARequestItsInputOrWhatAClosureMakesOfItsInput() async throws {
    let server = try echo()
    var put = URLRequest(url: server.url("/b"))
    put.httpMethod = "PUT"
    put.httpBody = Data("x".utf8)
    let get = FetchData(server.url("/a"), session: session)
    #expect(try await text(get.run((), in: StepContext())) == "GET /a ")
    let fixed = FetchData(put, session: session)
    #expect(try await text(fixed.run((), in: StepContext())) == "PUT /b x")
    let open = FetchData(session: session)
    #expect(try await text(open.run(put, in: StepContext())) == "PUT /b x")
    let made = FetchData(session: session) { (number: Int) in
      URLRequest(url: server.url("/\(number)"))
    }
    #expect(try await text(made.run(7, in: StepContext())) == "GET /7 ")
  }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  @Test func leavesTheResponseForLaterStepsAndForTheRun() async throws {
    let server = try echo()
    let workflow = FetchData(server.url(), session: session)
      .then(StatusStep())
    let run = workflow.start()
    #expect(try await run.value == 201)
    let response = try #require(run[.response] as? HTTPURLResponse)
    #expect(response.value(forHTTPHeaderField: "X-Mark") == "here")
  }

  /// A step that returns the status of the previous response.
  struct StatusStep: Step {
    func run(_ input: Data, in context: StepContext) async throws -> Int? {
      context.httpResponse?.statusCode
    }
  }

  @Test func leavesTheResponseAlsoIfItsStatusFailsTheStep() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(404, headers: ["X-Mark": "gone"])
    }
    let run = FetchData(server.url(), session: session).then { data in data }.start()
    await #expect(throws: HTTPStatusError.self) { try await run.value }
    let response = try #require(run[.response] as? HTTPURLResponse)
    #expect(response.value(forHTTPHeaderField: "X-Mark") == "gone")
  }

  @Test(arguments: 0..<3)
  func leavesTheResponseOfAFailureAlsoFromWithinOtherSteps(number: Int) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(404, headers: ["X-Mark": "gone"])
    }
    let fetch = FetchData(session: session) { (_: Int) in URLRequest(url: server.url()) }
    let workflow: Workflow<Int, Data> =
      switch number {
      case 0: fetch.timeout(.seconds(60)).then { data in data }
      case 1: fetch.cached().then { data in data }
      default:
        Parallel {
          fetch
          Perform { (_: Int) in }
        }.then { data, _ in data }
      }
    let run = workflow.start(1)
    await #expect(throws: HTTPStatusError.self) { try await run.value }
    let response = try #require(run[.response] as? HTTPURLResponse)
    #expect(response.value(forHTTPHeaderField: "X-Mark") == "gone")
  }

  @Test func takesAnyStatusAsAResponseIfToldSo() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(404, body: "no".utf8)
    }
    let options = TransferOptions(failsOnErrorStatus: false)
    let context = StepContext()
    let data = try await FetchData(server.url(), session: session, options: options)
      .run((), in: context)
    #expect(text(data) == "no")
    #expect(context.httpResponse?.statusCode == 404)
  }

  @Test func takesAResponseThatIsNotHTTP() async throws {
    let url = try #require(URL(string: "data:text/plain,hello"))
    let context = StepContext()
    #expect(try await text(FetchData(url, session: session).run((), in: context)) == "hello")
    #expect(context[.response]?.mimeType == "text/plain")
    #expect(context.httpResponse == nil)
  }

  @Test(arguments: [200, 304]
  )
  func aBodyLessAnswerToHEADIsCompleteWhateverLengthItSpeaksOf(status: Int) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(status, headers: ["Content-Length": "100"])
    }
    var request = URLRequest(url: server.url())
    request.httpMethod = "HEAD"
    #expect(try await FetchData(request, session: session).run((), in: StepContext()).isEmpty)
  }

  @Test func reportsBytesAsTheyCome() async throws {
    let mayGoOn = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n1")
      _ = mayGoOn.future.wait()
      try connection.send("234")
    }
    let first = Promise<TransferProgress, any Error>()
    let page = session.data(for: URLRequest(url: server.url())) { progress in
      if progress.bytesReceived > 0 { first.succeed(progress) }
    }
    let progress = try await first.future.value
    #expect(progress == TransferProgress(bytesReceived: 1, totalBytesToReceive: 4))
    #expect(progress.fraction == 0.25)
    mayGoOn.succeed()
    #expect(try await text(page.value.0) == "1234")
  }

  @Test func uploadsItsInputAndReportsItAsTheFirstHalf() async throws {
    let mayAnswer = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      _ = mayAnswer.future.wait()
      try connection.respond(body: "\(request.method) \(request.body.count)".utf8)
    }
    let halfway = Promise<Void, any Error>()
    let request = URLRequest(url: server.url())
    let body = Data(repeating: 1, count: 300_000)
    let context = StepContext()
    let upload = Future {
      try await UploadData(for: request, session: session).run(body, in: context)
    }
    _ = try await server.connection().request.value
    #expect(context.reportedFraction <= 0.5)
    mayAnswer.succeed()
    halfway.succeed()
    #expect(try await text(upload.value) == "POST 300000")
    #expect(context.reportedFraction == 1)
  }

  @Test func uploadsTheRequestAndTheBodyThatAClosureMakesOfItsInput() async throws {
    let server = try echo()
    let upload = UploadData(session: session) { (number: Int) in
      (URLRequest(url: server.url("/\(number)")), Data("body \(number)".utf8))
    }
    #expect(try await text(upload.run(7, in: StepContext())) == "POST /7 body 7")
  }

  @Test func anUploadWhoseClosureThrowsFailsWithThatErrorAndSendsNothing() async throws {
    let upload = UploadData(session: session) { (_: Int) in throw TestError() }
    await #expect(throws: TestError()) { try await upload.run(7, in: StepContext()) }
  }

  @Test func theOneLinersLoadDecodeAndParse() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: "[1, 2]".utf8)
    }
    let data = Workflow.fetch(server.url(), session: session)
    #expect(try await text(data.start().value) == "[1, 2]")
    let numbers = Workflow.fetch([Int].self, from: server.url(), session: session)
    #expect(try await numbers.start().value == [1, 2])
    let json = data.then(ParseJSON())
    #expect(try await json.start().value == [1, 2])
    let longer = data.then(DecodeJSON([Double].self)).then { numbers in numbers.count }
    #expect(try await longer.start().value == 2)
  }

  @Test func theOneLinersDecodeWithTheDecoderThatTheyAreGiven() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: "[86400]".utf8)
    }
    let dates = Workflow.fetch([Date].self, from: server.url(), session: session) {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .secondsSince1970
      return decoder
    }
    #expect(try await dates.start().value == [Date(timeIntervalSince1970: 86400)])
  }
}
