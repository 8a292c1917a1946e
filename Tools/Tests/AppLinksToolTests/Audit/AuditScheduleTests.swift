import Testing

@testable import AppLinksTool

@Suite struct AuditScheduleTests {
  @Test func aHostIsKnownBeforeItsPagesAreRead() {
    var schedule = AuditSchedule(["https://a.b/1"], perHost: 1)
    #expect(schedule.next(.zero) == .host("https://a.b"))
    #expect(schedule.next(.zero) == .idle)
    schedule.know("https://a.b", delay: .zero)
    #expect(schedule.next(.zero) == .page("https://a.b/1"))
    #expect(schedule.next(.zero) == .idle)
    schedule.end("https://a.b/1")
    #expect(schedule.next(.zero) == .done)
  }

  @Test func fewPagesOfOneHostAreReadAtATime() {
    var schedule = AuditSchedule((1...3).map { "https://a.b/\($0)" }, perHost: 2)
    #expect(schedule.next(.zero) == .host("https://a.b"))
    schedule.know("https://a.b", delay: .zero)
    #expect(schedule.next(.zero) == .page("https://a.b/1"))
    #expect(schedule.next(.zero) == .page("https://a.b/2"))
    #expect(schedule.next(.zero) == .idle)
    schedule.end("https://a.b/2")
    #expect(schedule.next(.zero) == .page("https://a.b/3"))
  }

  @Test func hostsTakeTurns() {
    let pages = ["https://a.b/1", "https://a.b/2", "https://c.d/1", "https://c.d/2"]
    var schedule = AuditSchedule(pages, perHost: 4)
    #expect(schedule.next(.zero) == .host("https://a.b"))
    #expect(schedule.next(.zero) == .host("https://c.d"))
    schedule.know("https://a.b", delay: .zero)
    schedule.know("https://c.d", delay: .zero)
    let order = (1...4).map { _ in schedule.next(.zero) }
    #expect(order == [pages[0], pages[2], pages[1], pages[3]].map { .page($0) })
  }

  @Test func pagesOfAHostKeepTheirDistance() {
    var schedule = AuditSchedule((1...2).map { "https://a.b/\($0)" }, perHost: 4)
    #expect(schedule.next(.zero) == .host("https://a.b"))
    schedule.know("https://a.b", delay: .seconds(3))
    #expect(schedule.next(.seconds(1)) == .page("https://a.b/1"))
    #expect(schedule.next(.seconds(2)) == .wait(until: .seconds(4)))
    #expect(schedule.next(.seconds(4)) == .page("https://a.b/2"))
  }

  @Test func aLimitOfOneHostDoesNotStopOthers() {
    var schedule = AuditSchedule(["https://a.b/1", "https://a.b/2", "https://c.d/1"], perHost: 1)
    #expect(schedule.next(.zero) == .host("https://a.b"))
    schedule.know("https://a.b", delay: .zero)
    #expect(schedule.next(.zero) == .host("https://c.d"))
    #expect(schedule.next(.zero) == .page("https://a.b/1"))
    schedule.know("https://c.d", delay: .zero)
    #expect(schedule.next(.zero) == .page("https://c.d/1"))
    #expect(schedule.next(.zero) == .idle)
  }
}
