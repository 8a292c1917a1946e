import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

// The workflow and the test of the article "Testing code with futures", word for word:
// `scripts/check-code.py` compares them.

private struct Book: Sendable, Equatable { let title: String }

private enum CatalogueError: Error { case offline }

private struct Catalogue: Sendable {
  var fetch: @Sendable (String) -> Future<Book, any Error>
  var clock: any Clock<Duration>

  func title(of id: String) -> Future<String, any Error> { fetch(id).map { $0.title } }
}

private final class Answers: Sendable {
  private let answers: Box<[Future<Book, any Error>]>

  init(_ answers: [Future<Book, any Error>]) { self.answers = Box(answers) }

  func next() -> Future<Book, any Error> {
    var left = answers.value
    defer { answers.value = left }
    return left.removeFirst()
  }
}

extension Catalogue {
  var titles: Workflow<String, String> {
    Workflow("titles") {
      Perform("title") { id in try await title(of: id).value }
        .timeout(.seconds(5), clock: clock)
        .retry(
          RetryPolicy(attempts: 3, backoff: .constant(.seconds(1))),
          clock: clock
        )
    }
  }
}

@Test func theThirdAttemptOfAWorkflowSucceeds() throws {
  let clock = ManualClock()
  let manual = ManualContext()
  let answers = Answers([
    .never, Future(error: CatalogueError.offline),
    Future(value: Book(title: "Emma")),
  ])
  let catalogue = Catalogue(
    fetch: { _ in answers.next() },
    clock: clock
  )

  let title = manual.capture { catalogue.titles.start("1").future }
  try clock.run(until: title, on: manual)

  #expect(title.currentValue == "Emma")
  // A time limit and two pauses.
  #expect(clock.now.offset == .seconds(5 + 1 + 1))
}
