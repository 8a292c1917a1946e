import AppLinks
import Foundation
import Futures
import TestSupport
import Testing

@Suite struct AppLinkEventsTests {
  private func event(_ number: Int) -> AppLinkEvent {
    AppLinkEvent(name: .linkParse, arguments: ["n": "\(number)"])
  }

  private func number(_ event: AppLinkEvent) -> String { event.arguments["n"] ?? "" }

  @Test func everyStreamHasAllEvents() async {
    let events = AppLinkEvents()
    let first = events.stream()
    events.report(event(1))
    let second = events.stream()
    events.report(event(2))
    var iterator = first.makeAsyncIterator()
    #expect(await iterator.next() == event(1))
    #expect(await iterator.next() == event(2))
    var other = second.makeAsyncIterator()
    #expect(await other.next() == event(2))
  }

  @Test func streamsEndWithTheirSource() async {
    var events: AppLinkEvents? = AppLinkEvents()
    let stream = events?.stream()
    events?.report(event(1))
    events = nil
    var seen: [AppLinkEvent] = []
    if let stream { for await event in stream { seen.append(event) } }
    #expect(seen == [event(1)])
  }

  @Test func streamsKeepTheLatest() async {
    let events = AppLinkEvents()
    let stream = events.stream(keeping: 2)
    for number in 1...5 { events.report(event(number)) }
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == event(4))
    #expect(await iterator.next() == event(5))
  }

  @Test func aCancelledReaderEnds() async throws {
    let events = AppLinkEvents()
    let stream = events.stream()
    let other = events.stream()
    let seen = Log<AppLinkEvent>()
    let (reading, ended) = (Promise<Void, Never>(), Promise<Void, any Error>())
    let reader = Task {
      for await event in stream {
        seen.add(event)
        reading.succeed()
      }
      ended.succeed()
    }
    events.report(event(1))
    await reading.future.value
    reader.cancel()
    try await ended.future.timeout(.seconds(600)).value
    events.report(event(2))
    #expect(seen.all == [event(1)])
    var iterator = other.makeAsyncIterator()
    #expect(await iterator.next() == event(1))
    #expect(await iterator.next() == event(2))
  }

  @Test func streamsThatHaveEndedAreNotKept() {
    // A stream ends when its last copy is released.
    let growth = timeGrowth(from: 100, to: 1_000) { count in
      let events = AppLinkEvents()
      for _ in 0..<count { _ = events.stream() }
      return { for number in 1...10 { events.report(event(number)) } }
    }
    #expect(growth < 1)
  }

  @Test func observersAreCalledAtOnceUntilTheyEnd() {
    let events = AppLinkEvents()
    let log = Log<String>()
    let observation = events.observe { log.add("a" + self.number($0)) }
    events.observe { log.add("b" + self.number($0)) }
    events.report(event(1))
    #expect(log.all == ["a1", "b1"])
    observation.cancel()
    observation.cancel()
    events.report(event(2))
    #expect(log.all == ["a1", "b1", "b2"])
  }

  @Test func allObserversSeeTheSameOrder() {
    let events = AppLinkEvents()
    let first = Log<String>()
    let second = Log<String>()
    events.observe { event in
      first.add(self.number(event))
      if event == self.event(1) { events.report(self.event(2)) }
    }
    events.observe { second.add(self.number($0)) }
    events.report(event(1))
    #expect(first.all == ["1", "2"])
    #expect(second.all == ["1", "2"])
  }

  @Test func anObserverMayEndAnotherAndItself() {
    let events = AppLinkEvents()
    let log = Log<String>()
    let ends = Box<[AppLinkObservation]>([])
    ends.value.append(
      events.observe { _ in
        log.add("a")
        for end in ends.value { end.cancel() }
      }
    )
    ends.value.append(events.observe { _ in log.add("b") })
    events.report(event(1))
    events.report(event(2))
    #expect(log.all == ["a"])
  }

  @Test func notificationsAreThoseOfBolts() throws {
    let center = NotificationCenter()
    let log = Log<String>()
    let token = center.addObserver(
      forName: Notification.Name("com.parse.bolts.measurement_event"),
      object: nil,
      queue: nil
    ) { notification in
      let name = notification.userInfo?["event_name"] as? String ?? "?"
      let arguments = notification.userInfo?["event_args"] as? [String: String] ?? [:]
      log.add("\(name) \(arguments)")
    }
    let events = AppLinkEvents()
    let posting = events.post(to: center)
    events.report(event(1))
    #expect(log.all == [#"al_link_parse ["n": "1"]"#])
    posting.cancel()
    events.report(event(2))
    #expect(log.count == 1)
    center.removeObserver(token)
  }
}

@Suite struct AppLinkEventsRaceTests {
  @Test func observersOfManyThreadsSeeOneOrder() async {
    let events = AppLinkEvents()
    let first = Log<AppLinkEvent>()
    let second = Log<AppLinkEvent>()
    events.observe { first.add($0) }
    events.observe { second.add($0) }
    func report(_ side: String) -> @Sendable (Int) -> Void {
      { round in
        let temporary = events.observe { _ in }
        events.report(AppLinkEvent(name: .navigateOut, arguments: [side: "\(round)"]))
        temporary.cancel()
      }
    }
    await race(rounds: 2000, report("left"), report("right"))
    #expect(first.count == 4000)
    #expect(first.all == second.all)
    let left = first.all.compactMap { $0.arguments["left"] }
    #expect(left == (0..<2000).map { "\($0)" })
  }
}
