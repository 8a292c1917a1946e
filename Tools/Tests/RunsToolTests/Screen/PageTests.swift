@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import FlyingFox
import Foundation
import FuturesTesting
import RunsScreen
import Testing
import ToolTestSupport
import Workflows

@Suite struct PageTests {
  @Test func theListHasRunsOfEachStatusAndTheirNumbers() async throws {
    let visitor = try Visitor(of: try await Orders.ofEachStatus().store)
    let page = try await visitor.get("/")
    #expect(page.code == 200)
    for number in 1...7 {
      #expect(page.text.contains("<a href=\"/run?id=order-\(number)\">order-\(number)</a>"))
    }
    for status in ["queued", "waiting", "running", "succeeded", "failed", "cancelled", "set-aside"]
    {
      #expect(page.text.contains("<span class=\"badge \(status)\">\(status)</span>"), "\(status)")
      #expect(page.text.contains(">\(status) <b>1</b>"), "\(status)")
    }
    #expect(page.text.contains(">all <b>7</b>"))
    let failed = try await visitor.get("/?status=failed")
    #expect(failed.text.contains("order-2"))
    #expect(!failed.text.contains("order-1<"))
    #expect(try await visitor.get("/?workflow=other").text.contains("There are no such runs."))
    let strange = try await visitor.get("/?status=strange")
    #expect(strange.code == 404 && strange.text.contains("queued, waiting, running"))
    let empty = try await visitor.get("/?from=2026-11-30T12:00&until=2026-11-30T11:00")
    #expect(empty.code == 400 && empty.text.contains("value=\"2026-11-30T12:00\""))
    let long = try await visitor.get("/?prefix=" + String(repeating: "x", count: 100_000))
    #expect(long.code == 400 && long.text.utf8.count < 10_000)
  }

  @Test func theListHasPagesThatEachBeginBehindTheLastRun() async throws {
    let orders = Orders()
    for number in 100..<220 { try await orders.submit("order-\(number)") }
    let visitor = try Visitor(of: orders.store)
    var address = "/?workflow=fulfil+order"
    var pages: [[String]] = []
    while true {
      let page = try await visitor.get(address)
      pages.append(page.text.matches(of: #/>(order-\d+)</a>/#).map { String($0.1) })
      guard let older = page.text.firstMatch(of: #/rel="next" href="([^"]+)"/#) else { break }
      address = String(older.1).replacing("&amp;", with: "&")
    }
    #expect(pages.map(\.count) == [50, 50, 20])
    #expect(pages.flatMap(\.self) == (100..<220).reversed().map { "order-\($0)" })
    #expect(try await visitor.get("/?after=order-1").code == 410)
    // The last page leads back to the one before.
    let last = try await visitor.get(address).text
    let newer = try #require(last.firstMatch(of: #/rel="prev" href="([^"]+)"/#)).1
    let page = try await visitor.get(String(newer).replacing("&amp;", with: "&")).text
    #expect(page.matches(of: #/>(order-\d+)</a>/#).map { String($0.1) } == pages[1])
    #expect(!page.contains("rel=\"prev\"") && page.contains(">Newest</a>"))
  }

  @Test func theListHasRunsOfAQueueAndOfATime() async throws {
    let orders = Orders()
    try await orders.submit("order-1", in: QueuePlace("mail"))
    orders.time.advance(by: .seconds(3600))
    for id in ["order-2", "order-3"] { try await orders.submit(id, in: QueuePlace("print")) }
    let visitor = try Visitor(of: orders.store)
    func ids(_ query: String) async throws -> [String] {
      let page = try await visitor.get("/?\(query)")
      #expect(page.code == 200)
      return page.text.matches(of: #/>(order-\d+)</a>/#).map { String($0.1) }
    }
    #expect(try await ids("queue=mail") == ["order-1"])
    #expect(try await ids("queue=print&workflow=&from=&until=") == ["order-3", "order-2"])
    #expect(try await ids("from=2025-03-14T09%3A00") == ["order-3", "order-2"])
    #expect(try await ids("until=2025-03-14T09%3A00%3A30") == ["order-1"])
    for query in ["from=yesterday", "tag=customer", "workflow=%00"] {
      let page = try await visitor.get("/?queue=mail%20&\(query)")
      #expect(page.code == 400)
      #expect(page.text.contains("role=\"alert\"") && page.text.contains("value=\"mail \""))
    }
    #expect(try await visitor.get("/?prefix=%00").code == 400)
    #expect(try await ids("prefix=%FF") == [])
    for name in ["queue", "partition", "workflow", "prefix"] {
      #expect(try await ids("\(name)=%20") == [])
    }
    let address = try await visitor.get("/?queue=mail&from=2025-01-01T00%3A00").text
    #expect(address.contains("/?status=failed&amp;queue=mail&amp;from=2025-01-01T00%3A00"))
  }

  @Test func severalStatusesAndTagsAreChosen() async throws {
    let orders = try await Orders.ofEachStatus()
    try await orders.submit("tagged", tags: ["customer": "mia", "land": "=de"])
    let visitor = try Visitor(of: orders.store)
    let page = try await visitor.get("/?status=failed&status=set-aside").text
    for number in 1...7 { #expect(page.contains(">order-\(number)<") == [2, 5].contains(number)) }
    #expect(page.contains("value=\"failed\" checked>"))
    #expect(page.contains("value=\"queued\">"))
    for (land, isThere) in [("%3Dde", true), ("de", false)] {
      let tags = "tag=customer%3Dmia&tag=land%3D\(land)"
      #expect(try await visitor.get("/?\(tags)").text.contains(">tagged<") == isThere)
    }
  }

  @Test func aRunSaysWhyItDoesNotGoOn() async throws {
    let orders = try await Orders.ofEachStatus()
    for id in ["mail-1", "mail-2"] {
      try await orders.submit(id, in: QueuePlace("mail", partition: "shop"))
    }
    let visitor = try Visitor(of: orders.store)
    func standing(_ id: String) async throws -> String? {
      let page = try await visitor.get("/run?id=\(id)").text
      return page.firstMatch(of: #/<p class="standing">([^<]*)</p>/#).map { String($0.1) }
    }
    #expect(try await standing("order-1") == nil)
    #expect(try await standing("order-3") == "It waits for signal &#39;approval&#39;.")
    #expect(try await standing("order-5")?.hasPrefix("It is set aside, for this reason") == true)
    let lease = "It is leased by worker &#39;worker-1&#39; until 2025-03-14 08:55:34 UTC"
    #expect(try await standing("order-6") == "\(lease), or longer.")
    let free = "It is due, and the next process that is free takes it"
    #expect(try await standing("order-7") == "\(free).")
    #expect(try await standing("mail-1") == "\(free) from queue &#39;mail&#39;.")
    let storage = orders.store.storage
    _ = try await orders.claim()
    _ = try await orders.claim(in: [RunQueue("mail")])
    try await storage.setLimit(1, ofQueue: "mail")
    #expect(try await standing("mail-2")?.contains("is at its limit") == true)
    try await storage.setPaused(true, ofQueue: "mail")
    #expect(try await standing("mail-2")?.contains("queue &#39;mail&#39; is paused") == true)
    try await storage.setPaused(false, ofQueue: "mail")
    try await orders.submit("order-8")
    orders.time.advance(by: .seconds(31))
    #expect(try await standing("order-6")?.hasPrefix("The lease of worker") == true)
    orders.time.advance(by: .seconds(60))
    #expect(try await standing("order-6")?.hasPrefix("It is abandoned") == true)
    let noQueue = "It is due, but no process takes runs without a queue."
    #expect(try await standing("order-8") == noQueue)
    let first = try await visitor.get("/").text
    let due = "Runs without a queue are due (1), such as &#39;order-8&#39;, and no process has one."
    #expect(first.contains("<a href=\"/run?id=order-8\">\(due)</a>"))
    #expect(first.contains("Run &#39;order-6&#39; is abandoned: the lease of its worker ended at"))
    let nobody = "It is due, but no process works on queue &#39;mail&#39;."
    #expect(try await standing("mail-2") == nobody)
    _ = try await storage.setPaused(true, of: "order-8")
    #expect(try await standing("order-8")?.hasPrefix("It is paused") == true)
    #expect(try await !visitor.get("/").text.contains("Runs without a queue"))
  }

  @Test func theFirstPageNamesWhatDoesNotGoOnByItself() async throws {
    let orders = try await Orders.ofEachStatus()
    let visitor = try Visitor(of: orders.store)
    let early = try await visitor.get("/").text
    #expect(early.contains("<a href=\"/?status=set-aside\">1 run is set aside"))
    #expect(!early.contains("Queue &#39;"))
    for queue in (10..<16).map({ "q\($0)" }) {
      try await orders.submit("in-\(queue)", in: QueuePlace(queue))
    }
    try await orders.submit("stuck", in: QueuePlace("mial"))
    try await orders.schedule()
    #expect(try await !visitor.get("/").text.contains("Queue &#39;"))
    orders.time.advance(by: .seconds(1000))
    let page = try await visitor.get("/").text
    #expect(page.contains("/?status=queued&amp;queue=mial"))
    #expect(page.contains("Queue &#39;mial&#39; has runs that are due (1), and no process"))
    #expect(page.contains("So have 2 other queues."))
    #expect(page.contains("<a href=\"/schedules\">Schedule &#39;often&#39; is overdue"))
    #expect(!page.contains("nightly report"))
    #expect(try await visitor.get("/?status=queued&queue=mial").text.contains(">stuck</a>"))
    let queues = try await visitor.get("/queues").text
    #expect(queues.matches(of: #/badge failed">not served/#).count == 7)
    _ = try await orders.store.storage.setPaused(true, ofQueue: "mial")
    #expect(try await !visitor.get("/").text.contains("mial"))
    // A list of some runs is not about the others.
    for target in ["/?status=failed", "/?queue=q10", "/?after=stuck"] {
      #expect(try await !visitor.get(target).text.contains("class=\"attention\""))
    }
    #expect(try await !visitor.get("/?queue=q10").text.contains(">failed <b>"))
  }

  @Test func namesOfAnyLengthAndWithWhiteSpaceLeadToTheirRuns() async throws {
    let orders = Orders()
    let long = String(repeating: "a\u{301}\u{302}", count: 3000)
    for id in [long, " order "] { try await orders.submit(id) }
    let visitor = try Visitor(of: orders.store)
    try await orders.submit("in-long", in: QueuePlace(long, partition: long), tags: [long: long])
    let schedule = StoredSchedule(name: long, workflow: long, input: nil, rule: Data(), next: 1)
    _ = try await orders.store.storage.setSchedule(schedule)
    orders.time.advance(by: .seconds(100))
    let encoded = long.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    for target in [
      "/", "/queues", "/schedules", "/run?id=in-long", "/run?id=\(encoded)",
      "/act?do=cancel&of=\(encoded)", "/act?do=pause-queue&of=\(encoded)",
    ] {
      let page = try await visitor.get(target)
      #expect(page.code == 200)
      let text = page.text.replacing(#/<[^>]*>/#, with: "\n")
      let longest = text.split(separator: "\n").map(\.unicodeScalars.count).max() ?? 0
      #expect(longest < 800, "\(target)")
    }
    try await orders.cancel("in-long")
    let page = try await visitor.get("/").text
    let addresses = page.matches(of: #/<th scope="row"><a href="([^"]+)"[^>]*>([^<]+)</#)
    #expect(addresses.count == 3)
    for address in addresses {
      #expect(address.2.unicodeScalars.count <= 161)
      #expect(try await visitor.get(String(address.1)).code == 200)
    }
    #expect(try await visitor.get("/run?id=order").code == 404)
    try await orders.submit("order")
    #expect(try await visitor.get("/run?id=++order").text.contains("<h1>order</h1>"))
  }

  @Test func aRunHasItsStepsValuesAndActions() async throws {
    let visitor = try Visitor(of: try await Orders.ofEachStatus().store)
    let page = try await visitor.get("/run?id=order-1")
    #expect(page.code == 200)
    #expect(page.text.contains("<th scope=\"row\">/fulfil order/charge</th>"))
    #expect(page.text.contains("<span class=\"badge recorded\">recorded</span>"))
    #expect(page.text.contains("<td data-name=\"Took\" class=\"time\">2.3 s</td>"))
    #expect(page.text.contains("<rect class=\"recorded\""))
    #expect(page.text.contains("{&quot;item&quot;: &quot;socks&quot;}"))
    #expect(page.text.contains("/act?do=undo&amp;of=order-1"))
    #expect(page.text.contains("/act?do=fork&amp;of=order-1&amp;from=%2Ffulfil%20order%2Fcharge"))
    let failed = try await visitor.get("/run?id=order-2").text
    #expect(failed.contains("PaymentError: The card was refused."))
    #expect(failed.contains("<span class=\"badge undone\">undone</span>"))
    #expect(failed.contains("/act?do=retry&amp;of=order-2"))
    let waiting = try await visitor.get("/run?id=order-3").text
    #expect(waiting.contains("for signal &#39;approval&#39;"))
    #expect(waiting.contains("/act?do=send&amp;of=order-3&amp;signal=approval"))
    #expect(try await visitor.get("/run?id=order-99").code == 404)
    #expect(try await visitor.get("/run?id=%00").code == 404)
    #expect(try await visitor.get("/run").code == 404)
  }

  @Test func aTimelineHasFailuresAttemptsWaitsAndChildren() async throws {
    let orders = Orders()
    try await orders.submit("parent")
    let run = try await orders.claim()
    let failure = #"{"type":"PaymentError","message":"The <card> was refused."}"#
    try await orders.commit(
      run,
      .park(Wake(pause: 60_000, signals: ["%end parent/child", "approval"])),
      [
        .record(
          RecordPath("/fulfil order/charge"),
          Data(failure.utf8),
          type: "%failure",
          isCompensated: false,
          took: 5
        ),
        .begin(RecordPath("/fulfil order/reserve")),
        .attempt(RecordPath("/fulfil order/ship"), failed: 2, pause: 60_000),
        .wait(RecordPath("/fulfil order/sleep"), for: 3_600_000),
        .wait(RecordPath("/fulfil order/approval/%signal"), for: nil),
        .wait(RecordPath("/fulfil order/answer/%signal"), for: 7_200_000),
      ]
    )
    try await orders.send("1", to: "%end parent/other", of: "parent")
    let text = try await Visitor(of: orders.store).get("/run?id=parent").text
    for part in [
      "failed</span> <span class=\"message\">PaymentError: The &lt;card&gt; was refused.</span>",
      "begun</span> <span class=\"message\">without a record, it may have acted</span>",
      "retrying</span> <span class=\"message\">2 failed, the next one at 2025-03-14 08:56:02 UTC",
      "waiting</span> <span class=\"message\">until 2025-03-14 09:55:02 UTC</span>",
      "waiting</span> <span class=\"message\">for a signal, at most until 2025-03-14 10:55:02 UTC",
      "waiting</span> <span class=\"message\">for signal &#39;approval&#39;</span>",
      "waiting</span> <span class=\"message\">for the end of run &#39;parent/child&#39;</span>",
      "<li><a href=\"/run?id=parent%2Fchild\">parent/child</a> is awaited</li>",
      "<li><a href=\"/run?id=parent%2Fother\">parent/other</a> has ended</li>",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("4001"))
  }

  @Test func aPictureAndPayloadsAreFiles() async throws {
    let visitor = try Visitor(of: try await Orders.ofEachStatus().store)
    let picture = try await visitor.get("/trace.svg?id=order-1")
    #expect(picture.headers[.contentType] == "image/svg+xml; charset=utf-8")
    #expect(picture.text.contains("<svg"))
    let step = try await visitor.get("/value?id=order-1&of=step&name=%2Ffulfil%20order%2Fcharge")
    #expect(step.text == #""secret-token""#)
    #expect(step.headers[.contentDisposition] == "attachment; filename=\"value\"")
    #expect(step.headers[.contentType] == "application/octet-stream")
    #expect(try await visitor.get("/value?id=order-1&of=output").text == #""parcel-1""#)
    #expect(try await visitor.get("/value?id=order-2&of=output").code == 404)
  }

  @Test(.timeLimit(.minutes(1))) func picturesAreMadeOneAfterTheOther() async throws {
    let store = AwayStore(try await Orders.ofEachStatus().store.storage)
    var loads = store.holdLoads()
    let visitor = try Visitor(of: RunStore(store))
    let pictures = (1...3).map { number in
      Task { try await visitor.get("/trace.svg?id=order-\(number)").code }
    }
    for _ in 1...20 { #expect(try await visitor.get("/").code == 200) }
    for picture in pictures { picture.cancel() }
    #expect(await loads.next() == .begun)
    #expect(await loads.next() == .ended)
  }

  @Test func longPayloadsAreShortened() async throws {
    let orders = Orders()
    let long = "\"" + String(repeating: "ä", count: 100_000) + "\""
    try await orders.submit("order-1", input: long)
    let visitor = try Visitor(of: orders.store)
    let page = try await visitor.get("/run?id=order-1").text
    #expect(page.contains("These are the first 64 kB."))
    #expect(page.utf8.count < 80_000)
    #expect(try await visitor.get("/value?id=order-1&of=input").text == long)
  }

  @Test func queuesAndSchedulesAreListed() async throws {
    let orders = Orders()
    try await orders.submit("order-1", in: QueuePlace("mail"))
    try await orders.schedule()
    try await orders.store.storage.setPaused(true, ofQueue: "mail")
    let visitor = try Visitor(of: orders.store)
    let queues = try await visitor.get("/queues").text
    #expect(queues.contains("mail</a> <span class=\"badge paused\">paused</span>"))
    #expect(queues.contains("<td data-name=\"Queued\" class=\"number\">1</td>"))
    #expect(queues.contains("/act?do=resume-queue&amp;of=mail"))
    try await orders.submit("tagged", tags: ["customer": "<b>Mia</b>"])
    let tagged = try await visitor.get("/?tag=customer%3D%3Cb%3EMia%3C%2Fb%3E")
    #expect(tagged.text.contains("/run?id=tagged"))
    #expect(!tagged.text.contains("<b>Mia"))
    let run = try await visitor.get("/run?id=tagged").text
    #expect(run.contains("customer=&lt;b&gt;Mia&lt;/b&gt;"))
    #expect(try await visitor.get("/?tag=customer").code == 400)
    let schedules = try await visitor.get("/schedules").text
    #expect(schedules.contains("30 2 * * mon-fri in GMT"))
    #expect(!schedules.contains("overdue"))
    orders.time.advance(by: .seconds(10_000))
    let late = try await visitor.get("/schedules").text
    #expect(late.contains(#/overdue.*For [12] h [0-9]+ min, no process has submitted its run/#))
  }

  @Test func theBoxThatFindsARunKeepsItsText() async throws {
    let visitor = try Visitor(of: Orders().store)
    let page = try await visitor.get("/run?id=%3Cordr-1")
    #expect(page.code == 404)
    #expect(page.text.contains("There is no run &#39;&lt;ordr-1&#39;"))
    #expect(page.text.contains("name=\"id\" required value=\"&lt;ordr-1\""))
  }

  @Test func aLongMessageIsFoldedBehindItsBeginning() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    let run = try await orders.claim()
    let text = String(repeating: "x", count: 2000)
    let failure = RunFailure.error(type: "E", message: text + "<end>")
    try await orders.commit(run, .end(.failure(failure)))
    let page = try await Visitor(of: orders.store).get("/run?id=order-1").text
    #expect(page.contains("<details id=\"message\">"))
    #expect(page.matches(of: #/&lt;end&gt;/#).count == 1)
  }

  @Test func numbersOfADamagedStoreAreShown() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    let run = try await orders.claim()
    let path = RecordPath("/fulfil order/reserve")
    let record = RunChange.record(path, Data("1".utf8), isCompensated: false, took: .min)
    try await orders.commit(run, .end(.value(Data("1".utf8))), [record])
    let rule = Data(#"{"every":9223372036854775807,"missed":"latest"}"#.utf8)
    _ = try await orders.store.storage.setSchedule(
      StoredSchedule(name: "never", workflow: "report", input: nil, rule: rule, next: .min)
    )
    let visitor = try Visitor(of: orders.store)
    for page in ["/", "/schedules", "/run?id=order-1", "/trace.svg?id=order-1"] {
      #expect(try await visitor.get(page).code == 200, "\(page)")
    }
    #expect(TimeText.between(.min, .max) > 0 && TimeText.between(.max, .min) < 0)
    #expect(await ToolRun("schedules", on: orders.store).code == 0)
    #expect(await ToolRun("show", "order-1", on: orders.store).code == 0)
  }

  @Test func hostileNamesAndPayloadsStayText() async throws {
    let orders = Orders()
    let script = "<script>alert('x')</script>\"&\u{202E}"
    try await orders.submit(script, input: "\"\(script.replacing("\"", with: "\\\""))\"")
    try await orders.submit("../../etc/passwd")
    try await orders.submit("a&of=b#c?d=e+f%2F")
    let visitor = try Visitor(of: orders.store)
    let list = try await visitor.get("/").text
    #expect(!list.contains("<script>"))
    #expect(!list.contains("\u{202E}"))
    let addresses = list.matches(of: #/<th scope="row"><a href="([^"]+)"/#).map { String($0.1) }
    #expect(addresses.count == 3)
    for address in addresses {
      let page = try await visitor.get(address.replacing("&amp;", with: "&"))
      #expect(page.code == 200)
      #expect(!page.text.contains("<script>alert"))
      let svg = try await visitor.get(address.replacing("/run?", with: "/trace.svg?"))
      #expect(svg.code == 200)
      #expect(!svg.text.contains("<script>"))
      #expect(!svg.text.unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test func aMarkWithACombiningMarkEndsNoAttribute() async throws {
    let orders = Orders()
    let name = "\"\u{301} onfocus=alert(1) x=\"\u{301}<\u{338}b>"
    try await orders.submit(name)
    let visitor = try Visitor(of: orders.store)
    let encoded = "%22%CC%81%20onfocus%3Dalert%281%29%20x%3D%22%CC%81%3C%CC%B8b%3E"
    for target in ["/", "/run?id=\(encoded)", "/act?do=cancel&of=\(encoded)"] {
      let page = try await visitor.get(target)
      #expect(page.code == 200)
      #expect(page.text.contains("&quot;\u{301} onfocus=alert(1) x=&quot;\u{301}&lt;\u{338}b&gt;"))
      #expect(!page.text.unicodeScalars.split(separator: "\u{301}").contains { $0.last == "\"" })
    }
  }

  @Test func aStoreThatIsAwayIsAPage() async throws {
    let orders = try await Orders.ofEachStatus()
    let away = AwayStore(orders.store.storage)
    let visitor = try Visitor(of: RunStore(away))
    away.leave()
    let page = try await visitor.get("/")
    #expect(page.code == 503)
    #expect(page.text.contains("The store is away."))
    away.comeBack()
    #expect(try await visitor.get("/").code == 200)
  }
}
