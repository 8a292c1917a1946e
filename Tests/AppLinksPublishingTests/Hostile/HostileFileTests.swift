import AppLinks
import Foundation
import TestSupport
import Testing

@testable import AppLinksPublishing

/// Association files of any content and URLs of any form, which strangers choose.
///
/// Times are printed and not compared: the steps and messages of an answer are the same on every
/// machine.
@Suite(.serialized) struct HostileFileTests {
  /// The steps that the last comparison can take beyond the limit: no more than a file has bytes.
  private static let overrun = 16 << 20

  /// The maximum number of bytes of an answer.
  private static let maximumBytes = 256 << 10

  private func check(_ file: HostileFile) -> (parsing: Duration, answering: Duration) {
    let start = threadTime()
    let host = file.host
    let parsed = threadTime()
    for platform in [AssociationAnswer.Platform.apple, .android] {
      var work = MatchWork()
      let answer =
        platform == .apple
        ? host.appleFile?.answer(for: file.url, at: host.host, &work)
        : host.androidFile?.answer(for: file.url, at: host.host, &work)
      guard let answer else { continue }
      #expect(work.budget.left > -Self.overrun)
      #expect(work.messages <= MatchWork.maximumMessages + 2 * AssociationReader.maximumApps)
      #expect(answer.textOfComparisons <= MatchWork.maximumText)
      #expect(answer.description.utf8.count <= Self.maximumBytes)
      for app in answer.apps {
        #expect(app.description.utf8.count <= Self.maximumBytes)
        #expect(app.reasons.count <= 11)
      }
      if work.budget.isExhausted {
        #expect(answer.apps.contains { $0.verdict == .uncertain })
      }
    }
    for tap in host.taps(on: file.url) {
      let text = tap.reasons.reduce(tap.rule?.text.utf8.count ?? 0) { $0 + $1.utf8.count }
      #expect(text <= 16 << 10)
    }
    let answered = threadTime()
    #expect((host.appleFile?.findings.count ?? 0) <= 101)
    return (parsed - start, answered - parsed)
  }

  @Test(arguments: HostileFile.constructed)
  func anAnswerTakesBoundedWork(_ file: HostileFile) {
    let (parsing, answering) = check(file)
    let times = [parsing, answering].map { Int($0 / .milliseconds(1)) }
    print("\(file): \(times[0]) ms of processor time to parse, \(times[1]) to answer")
  }

  @Test(arguments: 0..<(StressSize.isLong ? 60 : 10) as Range<UInt64>)
  func anyFileTakesBoundedWork(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    _ = check(.random(&random))
  }

  @Test func anAnswerWithoutEnoughWorkSaysSo() throws {
    // A file of more than 128 KiB is not used at all.
    let rules = (0..<4_000).map { #"{"/":"/x\#($0)/*a*b*c"}"# }
    let file = HostileFile("many stars", rules: rules, url: HostileFile.constructed[0].url)
    let answered = file.host.answer(for: file.url, on: .apple)
    let answer = try #require(answered)
    #expect(answer.apps.map(\.verdict) == [.uncertain])
    #expect(answer.apps[0].reasons == ["the file is too large to decide"])
    #expect(answer.description.contains("The file is too large to decide."))
  }

  @Test func onlyComparisonsThatAreKeptAreWritten() throws {
    let rules = (0..<5_000).map { #"{"/":"/x\#($0)"}"# }
    let file = HostileFile("many rules", rules: rules, url: "https://e.com/y")
    var work = MatchWork()
    let apple = file.host.appleFile?.answer(for: file.url, at: "e.com", &work)
    #expect(apple?.apps.first?.verdict == .unmatched)
    #expect(work.messages == 100)
    work = MatchWork()
    let android = file.host.androidFile?.answer(for: file.url, at: "e.com", &work)
    #expect(android?.verdict == .unmatched)
    #expect(work.messages == 100)
  }

  @Test func aMatchAfterTheComparisonsThatAreKeptDecides() throws {
    let rules = (0..<500).map { #"{"/":"/x\#($0)","exclude":true}"# } + [#"{"/":"/y"}"#]
    let file = HostileFile("a late match", rules: rules, url: "https://e.com/y")
    for platform in [AssociationAnswer.Platform.apple, .android] {
      let app = try #require(file.host.answer(for: file.url, on: platform)?.apps.first)
      #expect(app.verdict == .opens)
      #expect(app.rule?.subject.hasSuffix("[500]") == true)
      #expect(app.steps.count == 100)
    }
  }
}

extension AssociationAnswer {
  /// The number of bytes of the messages about comparisons, of all apps.
  fileprivate var textOfComparisons: Int {
    apps.flatMap(\.steps).reduce(0) { sum, step in
      sum + step.reason.utf8.count + step.rule.text.utf8.count + step.rule.subject.utf8.count
    }
  }
}
