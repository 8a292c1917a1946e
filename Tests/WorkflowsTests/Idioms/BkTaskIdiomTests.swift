import Foundation
import Futures
import FuturesTesting
import JSONValues
import LoopbackServer
import Testing
import TestSupport
import Transfers
import Workflows

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of BkTask's documentation, topic by topic, written with this module.
@Suite(.timeLimit(.minutes(10))) struct BkTaskIdiomTests {
  /// A model object that a step of the program creates from JSON.
  struct City: Sendable, Equatable {
    let name: String
    let degrees: Double
  }

  struct NotACity: Error, Equatable {}

  private let session = TransferSession(configuration: .ephemeral)

  private func server(_ body: String, status: Int = 200) throws -> LoopbackServer {
    try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(status, body: body.utf8)
    }
  }

  private static let makeCity = Perform("make city") { (json: JSONValue?) in
    guard let name = json?["name"]?.stringValue, let degrees = json?["temp"]?.doubleValue else {
      throw NotACity()
    }
    return City(name: name, degrees: degrees)
  }

  private func cityWorkflow(_ url: URL) -> Workflow<Void, City> {
    Workflow.fetch(url, session: session).then(ParseJSON()).then(Self.makeCity)
  }

  // MARK: A task of ready-made steps and one of one's own

  @Test func aJSONRequestAndAStepThatMakesAModelOfIt() async throws {
    let server = try server(#"{"name": "Oslo", "temp": 4.5}"#)
    let shown = Promise<City, any Error>()
    let screen = Owner()
    let run = cityWorkflow(server.url()).start(options: RunOptions(tag: "search"))
    run.on(.inline).onSuccess(for: screen) { _, city in shown.succeed(city) }
    run.on(.inline).onFailure(for: screen) { _, error in shown.fail(error) }
    #expect(try await shown.future.value == City(name: "Oslo", degrees: 4.5))
    #expect(run.tag as? String == "search")
    #expect((run[.response] as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test func aModelThatCannotBeMadeFailsTheTask() async throws {
    let server = try server("[]")
    let run = cityWorkflow(server.url()).start()
    await #expect(throws: NotACity()) { try await run.value }
  }

  @Test func aStatusOfFourHundredOrMoreFailsTheTask() async throws {
    let server = try server("nothing here", status: 404)
    let failed = Promise<HTTPStatusError?, any Error>()
    let screen = Owner()
    let run = cityWorkflow(server.url()).start()
    run.on(.inline).onSuccess(for: screen) { _, _ in failed.succeed(nil) }
    run.on(.inline).onFailure(for: screen) { _, error in
      failed.succeed(error as? HTTPStatusError)
    }
    let error = try await failed.future.value
    #expect(error?.status == 404)
    #expect(error?.body == Data("nothing here".utf8))
  }

  // MARK: Steps put together by hand

  /// A step as a separate type, with a setting.
  struct Scale: Step {
    let factor: Double

    func run(_ numbers: [Double], in context: StepContext) async throws -> [Double] {
      numbers.map { $0 * factor }
    }
  }

  @Test func loadingTransformingAndSavingAFile() async throws {
    let folder = try TemporaryFolder()
    let (from, to) = (folder.file("numbers.json"), folder.file("new/folder/scaled.json"))
    try Data("[1, 2.5]".utf8).write(to: from)
    let workflow = Workflow("scale") {
      LoadFile(from)
      DecodeJSON<[Double]>()
      Scale(factor: 2)
      EncodeJSON([Double].self)
      SaveFile(to)
    }
    #expect(try await workflow() == Data("[2,5]".utf8))
    #expect(try Data(contentsOf: to) == Data("[2,5]".utf8))
  }

  @Test func aClosureOnAQueueIsAStep() async throws {
    let queue = DispatchQueue(label: "mine")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let run = Workflow {
      Perform("upper case", on: .queue(queue)) { (text: String) in
        DispatchQueue.getSpecific(key: key) == true ? text.uppercased() : text
      }
    }.start("quiet")
    #expect(try await run.value == "QUIET")
  }

  @Test func aTaskThatTurnsOutToNeedMoreIsExtendedWhileItRuns() async throws {
    let gate = Gate<Int>()
    let run = Workflow("main") {
      gate
      Increment().named("last")
    }.start(1)
    try await gate.arrival()
    try run.insert(Perform { (number: Int) in number * 10 }, before: "last")
    gate.open()
    #expect(try await run.value == 11)
  }

  // MARK: Targets that lose interest

  @Test func aScreenThatGoesAwayStopsItsTransfer() async throws {
    let asked = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      asked.succeed(connection)
      connection.waitForPeerToClose()
    }
    let screen = Owner()
    let calls = Counter()
    let run = cityWorkflow(server.url()).start()
    run.on(.inline).onSuccess(for: screen) { _, _ in calls.add() }
    run.on(.inline).onFailure(for: screen) { _, _ in calls.add() }
    let connection = try await asked.future.value
    run.removeObservers(of: screen)
    #expect(run.state == .cancelled)
    try await connection.peerClosed.timeout(.seconds(600)).value
    await run.stopped()
    #expect(calls.value == 0)
  }

  @Test func aNewSearchReplacesTheOldOne() async throws {
    let gate = Gate<String>(for: String.self)
    let search = Workflow("search") { gate }
    let screen = Owner()
    let shown = Log<String>()
    var current = search.start("o")
    current.on(.inline).onSuccess(for: screen) { _, text in shown.add(text) }
    try await gate.arrival()
    let old = current
    current.cancel()
    current = search.start("os")
    current.on(.inline).onSuccess(for: screen) { _, text in shown.add(text) }
    gate.open()
    _ = try await current.value
    await current.stopped()
    #expect(shown.all == ["os"])
    #expect(old.state == .cancelled)
  }

  // MARK: Copies and watching

  @Test func theSameStepsRunAgainWithOtherContent() async throws {
    let workflow = Increment().then { "\($0)" }
    let copy = workflow.then { $0 + "!" }
    #expect(try await [workflow(1), copy(2), workflow(3)] == ["2", "3!", "4"])
  }

  @Test func anObserverHearsOfTheEndOfManyTasks() async throws {
    let manual = ManualContext()
    let ended = Log<String>()
    let monitor = WorkflowMonitor(on: manual.context) { run in
      if run.state.isSettled { ended.add("\(run.name) \(run.state)") }
    }
    let good = Workflow("good") { Increment() }.start(1)
    let bad = Workflow("bad") { Fail() }.start(1)
    await good.stopped()
    await bad.stopped()
    monitor.observe(good)
    monitor.observe(bad)
    manual.runAll()
    #expect(ended.all == ["good succeeded", "bad failed"])
    #expect(monitor.runs.isEmpty)
  }

  @Test func theIndicatorIsShownWhileSomethingIsLoading() async throws {
    let server = try server("[1]")
    let shown = Log<Bool>()
    let activity = NetworkActivity(on: .inline) { shown.add($0) }
    let numbers = try await activity.during {
      try await Workflow.fetch([Int].self, from: server.url(), session: session)()
    }
    #expect(numbers == [1])
    #expect(shown.all == [true, false])
  }
}
