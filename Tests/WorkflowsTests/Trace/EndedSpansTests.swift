import TestSupport
import Testing

@testable import Workflows

@Suite struct EndedSpansTests {
  private func track(of trace: Trace) -> TraceTrack {
    trace.track(run: RunID(), workflow: "w", tag: nil, observer: nil)
  }

  @Test func endingWhatRunsInsideASpanTakesNoTimeForWhatRunsElsewhere() {
    // These are the branches of a step whose time is over at once; each ends its own spans.
    let growth = timeGrowth(from: 1_000, to: 8_000) { count in
      {
        let track = track(of: Trace())
        let root = track.begin("root", in: .none, lane: 0, attempt: 1)
        let branches = (0..<count).map { _ in
          let branch = track.begin("branch", in: root, lane: 0, attempt: 1)
          _ = track.begin("step", in: branch, lane: 0, attempt: 1)
          return branch
        }
        for branch in branches { track.endSpans(in: branch, .cancelled) }
      }
    }
    #expect(growth < 3)
  }

  @Test func norForWhatHasEndedInsideIt() {
    let growth = timeGrowth(from: 1_000, to: 8_000) { count in
      {
        let track = track(of: Trace())
        let root = track.begin("root", in: .none, lane: 0, attempt: 1)
        for attempt in 1...count {
          _ = track.begin("attempt", in: root, lane: 0, attempt: attempt)
          track.endSpans(in: root, .cancelled)
        }
      }
    }
    #expect(growth < 3)
  }

  @Test func everythingThatRunsInsideASpanEndsWhateverHasEndedBefore() {
    let trace = Trace()
    let track = track(of: trace)
    func begin(_ name: String, in parent: SpanToken) -> SpanToken {
      track.begin(name, in: parent, lane: 0, attempt: 1)
    }
    let root = begin("root", in: .none)
    let part = begin("part", in: root)
    let other = begin("other", in: root)
    let ended = begin("ended", in: part)
    let orphan = begin("orphan", in: ended)
    track.end(ended, .succeeded)
    _ = begin("late", in: ended)
    _ = begin("inner", in: orphan)
    let first = begin("first", in: part)
    track.end(begin("second", in: part), .succeeded)
    track.end(first, .succeeded)
    track.endSpans(in: part, .cancelled)
    let cancelled = Set(trace.spans.filter { $0.outcome == .cancelled }.map(\.name))
    #expect(cancelled == ["orphan", "late", "inner"])
    #expect(Set(trace.spans.filter { $0.end == nil }.map(\.name)) == ["root", "part", "other"])
    track.end(other, .succeeded)
    track.finish(.succeeded)
    track.endSpans(in: root, .failed(error: "late"))
    #expect(trace.spans.first { $0.name == "part" }?.outcome == .cancelled)
    #expect(trace.spans.allSatisfy { $0.end != nil })
  }
}
