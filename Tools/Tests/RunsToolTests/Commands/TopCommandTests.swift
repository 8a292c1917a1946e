@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import FuturesTesting
import JSONValues
import Synchronization
import Testing
import ToolSupport
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct TopCommandTests {
  /// A pipe, and a terminal.
  private static let outputs: [(@Sendable () -> TerminalSize)?] = [
    nil, { TerminalSize(columns: 80, rows: 24) },
  ]

  /// Orders of which some need a person.
  private func busyOrders() async throws -> Orders {
    let orders = try await Orders.ofEachStatus()
    try await orders.submit("mail-1", in: QueuePlace("mial"))
    try await orders.submit("print-1", in: QueuePlace("print"))
    try await orders.store.storage.setPaused(true, ofQueue: "print")
    try await orders.store.storage.setLimit(4, ofQueue: "print")
    try await orders.schedule()
    orders.time.advance(by: .seconds(1000))
    _ = try await orders.claim()
    return orders
  }

  /// Looks once, at a terminal.
  private func look(
    at orders: Orders,
    columns: Int = 80,
    rows: Int = 24
  ) async throws -> PaperTerminal {
    let size = TerminalSize(columns: columns, rows: rows)
    let run = await ToolRun("top", "--looks", "1", on: orders.store) { size }
    #expect(run.code == 0 && run.errors == [])
    let terminal = PaperTerminal(run.output, size)
    #expect(terminal.problems == [] && terminal.modes == [] && terminal.looks == [])
    #expect(terminal.pictures.count == 1)
    return terminal
  }

  @Test func aTerminalShowsFirstWhatDoesNotGoOnByItself() async throws {
    let terminal = try await look(at: try await busyOrders())
    let text = """
      2 queued, 1 waiting, 2 running, 1 succeeded, 1 failed, 1 cancelled, 1 set-aside
      at 2025-03-14 09:11:44 UTC

      Set aside  Age          Message                  Workflow
      order-5    16 min 40 s  Its records do not fit.  fulfil order

      Abandoned  Since        Worker    Workflow
      order-6    16 min 10 s  worker-1  fulfil order

      Queue  State       Queued  Waiting  Running  Limit
      mial   not served  1       0        0        –
      print  paused      1       0        0        4

      Schedule        Due                  Workflow
      often           overdue, 8 min 24 s  report
      nightly report  in 2 d 17 h          report

      Run      Status   Age          Workflow
      order-7  running  16 min 40 s  fulfil order
      order-6  running  16 min 40 s  fulfil order
      print-1  queued   16 min 40 s  fulfil order
      mail-1   queued   16 min 40 s  fulfil order
      order-3  waiting  16 min 40 s  fulfil order

      """
    #expect(terminal.plain == text)
    #expect(terminal.pictures[0].joined(separator: "\n") == text)
  }

  @Test(arguments: [40, 80, 200])
  func everyWidthHasTheMostImportantColumns(columns: Int) async throws {
    let text = try await look(at: try await busyOrders(), columns: columns).plain
    for part in ["1 set-aside", "order-5", "Its records", "not served", "paused", "overdue, "] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.contains("fulfil order") == (columns > 40))
    #expect(text.contains("Limit") == (columns > 40))
  }

  @Test func eachSectionHasRoomAmongManyRuns() async throws {
    let orders = Orders()
    for number in 10..<30 {
      try await orders.submit("lost-\(number)")
      try await orders.commit(try await orders.claim(), .setAside("no"))
    }
    for number in 1000..<2000 { try await orders.submit("order-\(number)") }
    try await orders.schedule()
    for number in 10..<40 { try await orders.submit("one-\(number)", in: QueuePlace("q\(number)")) }
    orders.time.advance(by: .seconds(100))
    for rows in [1, 5, 24, 100] {
      let lines = try await look(at: orders, rows: rows).pictures[0]
      #expect(lines.count <= rows)
      #expect(lines[0].hasPrefix("1030 queued, 20 set-aside at 2025-"))
      #expect(lines.contains { $0.hasPrefix("lost-29") } == (rows > 1))
      #expect(lines.contains("and 19 more") == (rows == 5))
      #expect(lines.contains { $0.hasPrefix("order-1999") } == (rows > 5))
      if rows > 5 { #expect(lines.count == rows) }
    }
  }

  @Test func aStoreWithoutRunsHasNone() async throws {
    #expect(try await look(at: Orders()).plain == "no runs at 2025-03-14 08:55:02 UTC\n")
  }

  @Test(arguments: [1, 10, 40, 80, 200])
  func hostileNamesStayTextWithinTheirColumns(columns: Int) async throws {
    let orders = Orders()
    let names = [
      "\u{1B}[2J\u{1B}[?1049l\u{9B}31m\r\n\u{7}\u{8}\t", "\u{202E}\u{2066}gnorw\u{FEFF}",
      String(repeating: "a\u{301}\u{302}", count: 3000), String(repeating: "発注", count: 500),
      "👩‍👩‍👧" + String(repeating: "👍🏽🇩🇪", count: 300), String(repeating: "\u{200D}", count: 3000),
      "x" + String(repeating: "\u{336}", count: 5000), String(repeating: "y", count: 100_000), "",
      "\u{10FFFF}\u{0}",
    ]
    for name in names {
      try await orders.submit("lost \(name)")
      try await orders.commit(try await orders.claim(), .setAside(name))
      try await orders.submit("due \(name)", in: QueuePlace(name))
      let rule = Data("{}".utf8)
      _ = try await orders.store.storage.setSchedule(
        StoredSchedule(name: name, workflow: name, input: nil, rule: rule, next: 1)
      )
    }
    orders.time.advance(by: .seconds(100))
    let text = try await look(at: orders, columns: columns, rows: 80).plain
    #expect(text.utf8.count < 80 * 16 * columns + 1000)
    if columns > 40 { #expect(text.contains("lost \\u{1B}[2J")) }
  }

  @Test func theTerminalIsFollowedAtEachLook() async throws {
    let orders = Orders()
    for number in 10..<60 { try await orders.submit("order-\(number)") }
    let clock = ManualClock()
    let rows = Mutex(24)
    async let top = ToolRun("top", "--looks", "2", on: orders.store, clock: clock) {
      TerminalSize(columns: 80, rows: rows.withLock { $0 })
    }
    try await clock.waitForTimer(dueIn: .seconds(1))
    rows.withLock { $0 = 10 }
    clock.advance(by: .seconds(1))
    let terminal = PaperTerminal(await top.output, TerminalSize(columns: 80, rows: 24))
    #expect(terminal.pictures.map(\.count) == [24, 10])
    #expect(terminal.pictures.compactMap(\.last) == ["and 30 more", "and 44 more"])
    #expect(terminal.problems == [])
  }

  @Test func anOutageIsOnTheScreenUntilTheStoreIsBack() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    let store = AwayStore(orders.store.storage)
    let clock = ManualClock()
    let size = TerminalSize(columns: 30, rows: 24)
    let words = ["top", "--looks", "4"]
    async let top = ToolRun(words: words, on: RunStore(store), clock: clock) { size }
    try await clock.waitForTimer(dueIn: .seconds(1))
    store.leave()
    clock.advance(by: .seconds(1))
    try await clock.waitForTimer(dueIn: .seconds(1))
    store.comeBack()
    clock.advance(by: .seconds(1))
    try await clock.waitForTimer(dueIn: .seconds(1))
    store.leave()
    clock.advance(by: .seconds(1))
    let run = await top
    let terminal = PaperTerminal(run.output, size)
    #expect(terminal.pictures.count == 3)
    for line in ["The store is away. The watch", "goes on."] {
      #expect(terminal.pictures.map { $0.contains(line) } == [false, true, false])
    }
    for picture in terminal.pictures { #expect(picture.contains { $0.hasPrefix("order-1") }) }
    #expect(run.code == 2 && run.errors == ["tenon-runs: The store is away."])
    #expect(terminal.modes == [] && terminal.plain == "" && terminal.problems == [])
  }

  @Test func colorsAreForTerminalsThatWantThem() async throws {
    let orders = try await busyOrders()
    let size = TerminalSize(columns: 80, rows: 24)
    for (choice, isColored) in [("auto", true), ("never", false)] {
      let words = ["top", "--looks", "1", "--color", choice]
      let run = await ToolRun(words: words, on: orders.store, hasColor: true) { size }
      let terminal = PaperTerminal(run.output, size)
      #expect(terminal.looks.isEmpty == !isColored)
      #expect(terminal.problems == [])
    }
  }

  @Test func elsewhereThanOnATerminalOnlyChangesAreLines() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    let clock = ManualClock()
    async let top = ToolRun("top", "--looks", "3", on: orders.store, clock: clock)
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))
    try await clock.waitForTimer(dueIn: .seconds(1))
    try await orders.cancel("order-1")
    clock.advance(by: .seconds(1))
    #expect(await top.output == "1 queued\n1 cancelled\n")
  }

  @Test func linesGoOnWhenTheStoreIsBack() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    let store = AwayStore(orders.store.storage)
    let clock = ManualClock()
    async let top = ToolRun("top", "--looks", "4", on: RunStore(store), clock: clock)
    try await clock.waitForTimer(dueIn: .seconds(1))
    store.leave()
    for _ in 0..<2 {
      clock.advance(by: .seconds(1))
      try await clock.waitForTimer(dueIn: .seconds(1))
    }
    try await orders.submit("order-2")
    store.comeBack()
    clock.advance(by: .seconds(1))
    let result = await top
    #expect(result.code == 0)
    #expect(result.errors == ["tenon-runs: The store is away. The watch goes on."])
    #expect(result.output == "1 queued\n2 queued\n")
  }

  @Test func aStoreThatIsAwayAtTheFirstOrTheLastLookIsAnError() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    let store = AwayStore(orders.store.storage)
    let clock = ManualClock()
    async let top = ToolRun("top", "--looks", "2", on: RunStore(store), clock: clock)
    try await clock.waitForTimer(dueIn: .seconds(1))
    store.leave()
    clock.advance(by: .seconds(1))
    #expect(await top.code == 2)
    for terminalSize in Self.outputs {
      let run = await ToolRun(words: ["top"], on: RunStore(store), terminalSize: terminalSize)
      #expect(run.code == 2 && run.errors == ["tenon-runs: The store is away."])
      #expect(run.output == "")
    }
  }

  @Test func runsWithoutAQueueAreServedOrNot() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    _ = try await orders.claim()
    for number in 2...3 { try await orders.submit("order-\(number)") }
    try await orders.submit("mail-1", in: QueuePlace("mial"))
    let unserved = "–      not served  2       –        –        –"
    orders.time.advance(by: .seconds(89))
    // The lease ended less than a minute ago.
    #expect(try await !look(at: orders).plain.contains(unserved))
    orders.time.advance(by: .seconds(2))
    let text = try await look(at: orders).plain
    #expect(text.contains(unserved) && text.contains("order-1    1 min 1 s  worker-1"))
    // A run that is paused is not due.
    for number in 2...3 {
      _ = try await orders.store.storage.setPaused(true, of: "order-\(number)")
    }
    #expect(try await !look(at: orders).plain.contains("–      not served"))
  }

  @Test(arguments: [(StoreTime.min, StoreTime.max), (1_741_942_502_000, .min + 1)])
  func numbersOfADamagedStoreAreShown(now: StoreTime, next: StoreTime) async throws {
    let orders = Orders(in: .inMemory(now: now, clock: ManualClock()))
    try await orders.submit("order-1")
    let rule = Data("{}".utf8)
    _ = try await orders.store.storage.setSchedule(
      StoredSchedule(name: "often", workflow: "report", input: nil, rule: rule, next: next)
    )
    let text = try await look(at: orders).plain
    #expect(text.contains("often") && text.contains("order-1"))
    let store = AwayStore(orders.store.storage)
    store.say(now: .max)
    let run = await ToolRun("top", "--looks", "1", on: RunStore(store)) {
      TerminalSize(columns: 80, rows: 24)
    }
    #expect(run.code == 0 && run.output.contains("order-1"))
  }

  @Test func programsGetTheNamesOfWhatDoesNotGoOn() async throws {
    let orders = try await busyOrders()
    let words = ["top", "--looks", "1", "--json"]
    for terminalSize in Self.outputs {
      let run = await ToolRun(words: words, on: orders.store, terminalSize: terminalSize)
      #expect(run.lines.count == 2)
      let json = try JSONOutput(run)
      #expect(json["counts"]?["set_aside"] == 1)
      #expect(json["unserved_runs"] == 0)
      #expect(json["abandoned_runs"] == ["order-6"])
      #expect(json["unserved_queues"] == ["mial"])
      #expect(json["paused_queues"] == ["print"])
      #expect(json["overdue_schedules"] == ["often"])
    }
  }
}
