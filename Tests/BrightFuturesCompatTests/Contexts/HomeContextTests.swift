import BrightFuturesCompat
import Dispatch
import TestSupport
import Testing

/// A context that knows where its closure is written runs it there, for every verb that takes one.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct HomeContextTests {
  private final class Screen {
    var lines: [String] = []
  }

  private let screen = Screen()
  private let one = Future<Int, Oops>(value: 1)
  private let failed = Future<Int, Oops>(error: .first)

  @Test func furtherWorkStartsInTheCall() {
    let screen = screen
    let future = one.flatMap(.immediateOnMain) { value -> Future<Int, Oops> in
      screen.lines.append("future \(value)")
      return Future(value: value + 1)
    }
    let result = one.flatMap(.immediateOnMain) { value -> Result<Int, Oops> in
      screen.lines.append("result \(value)")
      return .failure(.second)
    }
    #expect(screen.lines == ["future 1", "result 1"])
    #expect(future.value == 2)
    #expect(result.error == .second)
  }

  @Test func furtherWorkWithoutAContextStartsOnTheMainActor() async {
    let screen = screen
    let future = one.flatMap { value -> Future<Int, Oops> in
      screen.lines.append("future \(value)")
      return Future(value: value + 1)
    }
    let result = one.flatMap { value -> Result<Int, Oops> in
      screen.lines.append("result \(value)")
      return .success(value + 2)
    }
    #expect(screen.lines == [], "it always hops")
    let sum = future.zip(result).map { $0 + $1 }
    #expect((try? await sum.get()) == 5)
    #expect(screen.lines == ["future 1", "result 1"])
  }

  @Test func otherTypesStartFurtherWorkToo() {
    let screen = screen
    let value = Async<Result<Int, Oops>>(result: .success(1))
    let future = value.flatMap(.immediateOnMain) { value -> Future<Int, Oops> in
      screen.lines.append("future \(value)")
      return Future(value: value + 1)
    }
    let failure = Async<Result<Int, Oops>>(result: .failure(.first))
    let skipped = failure.flatMap(.immediateOnMain) { value -> Future<Int, Oops> in
      screen.lines.append("never")
      return Future(value: value)
    }
    #expect(screen.lines == ["future 1"])
    #expect(future.value == 2)
    #expect(skipped.error == .first)
  }

  @Test func errorsAreTransformedInTheCall() {
    let screen = screen
    let other = failed.mapError(.immediateOnMain) { error -> Oops in
      screen.lines.append("\(error)")
      return .second
    }
    #expect(screen.lines == ["first"])
    #expect(other.error == .second)
  }

  @Test func callbacksAreCalledInTheCall() {
    let screen = screen
    let value = Async<Int>(result: 1)
    value.onComplete(.immediateOnMain) { screen.lines.append("complete \($0)") }
    let then = value.andThen(context: .immediateOnMain) { screen.lines.append("then \($0)") }
    #expect(screen.lines == ["complete 1", "then 1"])
    #expect(then.result == 1)
  }

  @Test func callbacksOfAnyTypeAreCalledInTheCall() {
    let screen = screen
    func observe<Observed: AsyncType>(_ observed: Observed) -> Observed {
      observed.onComplete(.immediateOnMain) { _ in screen.lines.append("complete") }
        .andThen(context: .immediateOnMain) { _ in screen.lines.append("then") }
    }
    #expect(observe(one).value == 1)
    #expect(screen.lines == ["complete", "then"])
  }

  @Test func sequencesAreReducedInTheCall() {
    let screen = screen
    let numbers = [one, Future<Int, Oops>(value: 2)]
    let found = numbers.find(.immediateOnMain) { value in
      screen.lines.append("\(value)?")
      return value == 2
    }
    let sum = numbers.fold(.immediateOnMain, zero: 0) { sum, value in
      screen.lines.append("\(sum) + \(value)")
      return sum + value
    }
    #expect(screen.lines == ["1?", "2?", "0 + 1", "1 + 2"])
    #expect(found.value == 2)
    #expect(sum.value == 3)
  }
}
