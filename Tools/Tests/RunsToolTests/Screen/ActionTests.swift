@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import FlyingFox
import Foundation
import Testing

@Suite struct ActionTests {
  @Test func anActionAsksFirstAndLeadsBack() async throws {
    let orders = try await Orders.ofEachStatus()
    let visitor = try Visitor(of: orders.store)
    let question = try await visitor.get("/act?do=cancel&of=order-3")
    #expect(question.code == 200)
    #expect(question.text.contains("<h1>Cancel: run order-3</h1>"))
    #expect(try await orders.status(of: "order-3") == .waiting)
    let answer = try await visitor.confirm("/act?do=cancel&of=order-3")
    #expect(answer.code == 303)
    let location = try #require(answer.headers[.location])
    #expect(location.hasPrefix("/run?id=order-3&said="))
    let notice = "<p class=\"notice\" role=\"status\">The run"
    #expect(try await visitor.get(location).text.contains(notice))
    // Loaded again, the page does not say that it has happened again.
    #expect(try await !visitor.get(location).text.contains(notice))
    let stored = try #require(try await orders.load("order-3"))
    #expect(stored.summary.status == .cancelled || stored.isCancelRequested)
  }

  @Test func aFormThatTheScreenHasNotMadeDoesNothing() async throws {
    let orders = try await Orders.ofEachStatus()
    let visitor = try Visitor(of: orders.store)
    for form in ["", "form=&", "form=0123456789abcdef0123456789abcdef&"] {
      #expect(try await visitor.post("/act", "\(form)do=cancel&of=order-3").code == 403)
    }
    #expect(try await orders.status(of: "order-3") == .waiting)
  }

  @Test func aReadOnlyScreenHasNoActions() async throws {
    let orders = try await Orders.ofEachStatus()
    let form = try await Visitor(of: orders.store).get("/act?do=cancel&of=order-3").field("form")
    let visitor = try Visitor(of: orders.store, isReadOnly: true)
    for action in ["cancel&of=order-3", "cancel-runs&of=status%3Dwaiting"] {
      #expect(try await visitor.get("/act?do=\(action)").code == 404)
    }
    let answer = try await visitor.post("/act", "form=\(form ?? "")&do=cancel&of=order-3")
    #expect(answer.code == 405)
    let lists = ["/", "/?status=waiting", "/queues", "/schedules"]
    for target in lists + ["/run?id=order-1", "/run?id=order-3"] {
      let page = try await visitor.get(target)
      #expect(page.code == 200)
      #expect(!page.text.contains("/act"))
      #expect(page.text.contains("read-only"))
    }
    #expect(try await orders.status(of: "order-3") == .waiting)
  }

  @Test func aRunIsRetriedForkedPausedAndResumed() async throws {
    let orders = try await Orders.ofEachStatus()
    let visitor = try Visitor(of: orders.store)
    #expect(try await visitor.confirm("/act?do=retry&of=order-2").code == 303)
    #expect(try await orders.status(of: "order-2") == .queued)
    let place = "%2Ffulfil%20order%2Fcharge"
    let fork = try await visitor.confirm("/act?do=fork&of=order-1&from=\(place)", "new=copy")
    #expect(try await visitor.notice(fork) == "This is the new run.")
    #expect(try await orders.load("copy")?.steps.map(\.path) == ["/fulfil order/reserve"])
    let taken = try await visitor.confirm("/act?do=fork&of=order-1", "new=order-2")
    #expect(taken.code == 422)
    #expect(taken.text.contains("role=\"alert\""))
    let name = String(repeating: "n", count: 1001)
    let long = try await visitor.confirm("/act?do=fork&of=order-1", "new=\(name)")
    #expect(long.code == 422)
    #expect(long.text.contains("value=\"\(name)\"") && long.text.contains("at most 1000"))
    #expect(try await visitor.confirm("/act?do=pause&of=order-3").code == 303)
    #expect(try await visitor.get("/run?id=order-3").text.contains("badge paused"))
    #expect(try await visitor.confirm("/act?do=resume&of=order-3").code == 303)
    #expect(!(try await visitor.get("/run?id=order-3").text.contains("badge paused")))
    #expect(try await visitor.confirm("/act?do=undo&of=order-1").code == 303)
    #expect(try await visitor.get("/act?do=cancel&of=order-99").code == 404)
  }

  @Test func theRunsOfAListAreCountedAndThenChanged() async throws {
    let orders = try await Orders.ofEachStatus()
    for id in ["mail-1", "mail-2"] { try await orders.submit(id, in: QueuePlace("mail")) }
    let visitor = try Visitor(of: orders.store)
    #expect(try await !visitor.get("/").text.contains("do=cancel-runs"))
    #expect(try await !visitor.get("/?status=succeeded").text.contains("-runs&amp;of="))
    let list = try await visitor.get("/?queue=mail").text
    let link = try #require(list.firstMatch(of: #/href="(/act\?do=cancel-runs[^"]*)"/#))
    let address = String(link.1).replacing("&amp;", with: "&")
    let question = try await visitor.get(address)
    #expect(question.text.contains("<h1>Cancel these runs: 2</h1>"))
    #expect(question.field("count") == "2")
    let queue = try await visitor.get("/act?do=pause-queue&of=mial").text
    #expect(queue.contains("No run in the queue mial has not ended."))
    #expect(try await !visitor.get("/act?do=pause-queue&of=mail").text.contains("Check the name"))
    // There are more than the person has seen.
    try await orders.submit("mail-3", in: QueuePlace("mail"))
    #expect(try await visitor.confirm(address, "count=2").text.contains("more such runs now: 3."))
    #expect(try await orders.status(of: "mail-1") == .queued)
    let answer = try await visitor.confirm(address, "count=3")
    #expect(answer.code == 303)
    #expect(answer.headers[.location]?.hasPrefix("/?queue=mail&said=") == true)
    for id in ["mail-1", "mail-2", "mail-3"] {
      #expect(try await orders.status(of: id) == .cancelled)
    }
    let after = try await visitor.get(try #require(answer.headers[.location]))
    #expect(after.text.contains("Runs that were cancelled: 3."))
    #expect(try await orders.status(of: "order-7") == .queued)
    let retry = "/act?do=retry-runs&of=status%3Dset-aside%26status%3Dfailed"
    #expect(try await visitor.get(retry).text.contains("<h1>Retry these runs: 2</h1>"))
    #expect(try await visitor.confirm(retry, "count=2").code == 303)
    for id in ["order-2", "order-5"] { #expect(try await orders.status(of: id) == .queued) }
    // All runs, and an action on none, are no list.
    for list in ["", "a%3Db", "status%3Dsucceeded"] {
      #expect(try await visitor.get("/act?do=cancel-runs&of=\(list)").code == 404)
    }
  }

  @Test func oneConfirmationChangesAThousandRuns() async throws {
    let orders = Orders()
    for number in 0..<1001 { try await orders.submit("order-\(number)") }
    let visitor = try Visitor(of: orders.store)
    let address = "/act?do=cancel-runs&of=status%3Dqueued"
    let question = try await visitor.get(address).text
    #expect(question.contains("<h1>Cancel these runs: 1000 of 1001</h1>"))
    #expect(try await visitor.confirm(address, "count=1000").code == 303)
    #expect(try await orders.store.storage.counts() == [.queued: 1, .cancelled: 1000])
  }

  @Test func aSignalIsSentIfItCanBeRead() async throws {
    let orders = try await Orders.ofEachStatus()
    let visitor = try Visitor(of: orders.store)
    let address = "/act?do=send&of=order-3"
    for (fields, hint) in [
      ("signal=approval&value=yes", "The value is not JSON"),
      ("signal=&value=1", "The signal needs a name."),
      ("signal=other&value=1", "does not wait for a signal &#39;other&#39;"),
    ] {
      let answer = try await visitor.confirm(address, fields)
      #expect(answer.code == 422)
      #expect(answer.text.contains(hint), "\(answer.text)")
    }
    let answer = try await visitor.confirm(
      address,
      "signal=approval&value=%7B%22by%22%3A%22%C3%84%22%7D"
    )
    #expect(try await visitor.notice(answer) == "The signal is kept for the run.")
    let signal = try await orders.load("order-3")?.signals.first
    #expect(signal?.value == Data(#"{"by":"Ä"}"#.utf8))
    let again = try await visitor.confirm(address, "signal=approval&value=1")
    #expect(try await visitor.notice(again)?.contains("Nothing was sent.") == true)
  }

  @Test func queuesAndSchedulesAreChanged() async throws {
    let orders = Orders()
    try await orders.schedule()
    let visitor = try Visitor(of: orders.store)
    let pause = try await visitor.confirm("/act?do=pause-queue&of=mail")
    #expect(try await visitor.notice(pause) == "The queue is paused.")
    #expect(try await visitor.confirm("/act?do=limit-queue&of=mail", "limit=0").code == 422)
    #expect(try await visitor.confirm("/act?do=limit-queue&of=mail", "limit=3").code == 303)
    let queue = try await orders.store.storage.queues().first
    #expect(queue?.isPaused == true && queue?.maxConcurrentRuns == 3)
    #expect(try await visitor.confirm("/act?do=limit-queue&of=mail", "limit=").code == 303)
    #expect(try await visitor.confirm("/act?do=resume-queue&of=mail").code == 303)
    #expect(try await orders.store.storage.queues() == [])
    #expect(try await visitor.confirm("/act?do=pause-schedule&of=often").code == 303)
    #expect(try await visitor.get("/schedules").text.contains("<span class=\"badge paused\">"))
    #expect(try await visitor.confirm("/act?do=resume-schedule&of=often").code == 303)
    #expect(!(try await visitor.get("/schedules").text.contains("<span class=\"badge paused\">")))
    #expect(try await visitor.confirm("/act?do=trigger-schedule&of=often").code == 303)
    #expect(try await visitor.get("/?prefix=often").text.contains("often@"))
    #expect(try await visitor.get("/?prefix=often1").text.contains("There are no such runs."))
    #expect(try await visitor.confirm("/act?do=trigger-schedule&of=never").code == 303)
    #expect(try await visitor.confirm("/act?do=end-schedule&of=often").code == 303)
    #expect(!(try await visitor.get("/schedules").text.contains("often")))
  }
}
