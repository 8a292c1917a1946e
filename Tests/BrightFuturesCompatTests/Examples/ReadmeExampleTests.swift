import BrightFuturesCompat
import Dispatch
import Foundation
import Testing
import TestSupport

/// What the documentation of BrightFutures shows, topic by topic.
@Suite(.timeLimit(.minutes(10))) struct ReadmeExampleTests {
  enum ShopError: Error, Equatable { case unknownUser, soldOut }

  struct User: Sendable, Equatable {
    let name: String
    let basket: [String]
  }

  /// A service with completion handlers, as there were before futures.
  static func logIn(_ name: String, completion: @escaping @Sendable (User?, ShopError?) -> Void) {
    DispatchQueue.global().async {
      if name == "ada" {
        completion(User(name: name, basket: ["tea", "milk"]), nil)
      } else {
        completion(nil, .unknownUser)
      }
    }
  }

  static func price(of item: String) -> Future<Int, ShopError> {
    Future { complete in
      DispatchQueue.global().async {
        complete(["tea": 5, "milk": 2][item].map { .success($0) } ?? .failure(.soldOut))
      }
    }
  }

  @Test func wrappingAnExpressionForAQueue() async {
    @Sendable func fibonacci(_ n: Int) -> Int { n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2) }
    let future = DispatchQueue.global().asyncValue { fibonacci(12) }
    #expect(await future.get() == 144)
  }

  @Test func providingAFutureByAResolver() async throws {
    let price = Self.price(of: "tea")
    #expect(try await price.get() == 5)
  }

  @Test func providingAFutureByAPromise() async {
    let promise = Promise<String, Never>()
    DispatchQueue.global().async { promise.success("done") }
    #expect(await promise.future.get() == "done")
  }

  @Test func wrappingACompletionHandler() async throws {
    let user = materialize { Self.logIn("ada", completion: $0) }
    #expect(try await user.get().name == "ada")
  }

  @Test func callbacksForSuccessAndFailure() async {
    let log = Log<String>()
    let done = Promise<Void, Never>()
    materialize { Self.logIn("eve", completion: $0) }
      .onSuccess { user in log.add(user.name) }
      .onFailure { error in log.add("\(error)") }
      .onComplete { _ in log.add("complete") }
      .andThen { _ in done.success(()) }
    await done.future.get()
    #expect(Set(log.all).isSubset(of: ["unknownUser", "complete"]))
  }

  @Test func andThenGives42() async {
    let answer = Box(10)
    _ = await Future<Int, Never>(value: 4)
      .andThen { result in if let number = result.value { answer.value *= number } }
      .andThen { _ in answer.value += 2 }
      .get()
    #expect(answer.value == 42)
  }

  @Test func composingWithMapAndFlatMap() async throws {
    let total = materialize { Self.logIn("ada", completion: $0) }
      .map { user in user.basket }
      .flatMap { items in items.traverse { Self.price(of: $0) } }
      .map { prices in prices.reduce(0, +) }
    #expect(try await total.get() == 7)
  }

  @Test func composingWithZipAndFilter() async throws {
    let both = Self.price(of: "tea").zip(Self.price(of: "milk")).map { tea, milk in tea * milk }
    #expect(try await both.get() == 10)
    let cheap = Self.price(of: "tea").filter { $0 < 3 }
    await #expect(throws: BrightFuturesError<ShopError>.noSuchElement) { try await cheap.get() }
  }

  @Test func recoveringFromErrors() async {
    let price: Future<Int, Never> = Self.price(of: "coffee").recover { _ in 0 }
    #expect(await price.get() == 0)
    let other = Self.price(of: "coffee").recoverWith { _ in Self.price(of: "tea") } ?? 1
    #expect(await other.get() == 5)
  }

  @Test func foldingSequencingAndTraversing() async throws {
    let prices = [Self.price(of: "tea"), Self.price(of: "milk")]
    #expect(try await prices.fold(0) { $0 + $1 }.get() == 7)
    #expect(try await prices.sequence().get() == [5, 2])
    #expect(try await ["tea", "milk"].traverse { Self.price(of: $0) }.get() == [5, 2])
    #expect(try await prices.find { $0 < 5 }.get() == 2)
    #expect([5, 2].contains(try await prices.firstCompleted().get()))
  }

  @Test func aDelayPostponesTheResult() async throws {
    let start = DispatchTime.now()
    _ = try await Self.price(of: "tea").delay(.milliseconds(20)).get()
    #expect(DispatchTime.now() >= start + .milliseconds(20))
  }

  @Test func choosingAContext() async throws {
    let marked = MarkedQueue()
    let counted = CountingContext()
    let logged: ExecutionContext = { task in counted.closure { marked.queue.context(task) } }
    let onQueue = Self.price(of: "tea").map(logged) { _ in marked.isCurrent }
    #expect(try await onQueue.get())
    #expect(counted.submissions.value == 1)
  }

  @Test func invalidatingATokenWhenAViewGoesAway() async throws {
    final class PriceView: Sendable {
      let token = InvalidationToken()
      let shown = Log<Int>()
      let queue = DispatchQueue(label: "view")

      func appear() -> Future<Int, ShopError> {
        ReadmeExampleTests.price(of: "tea")
          .onSuccess(token.validContext(queue.context)) { self.shown.add($0) }
      }

      func disappear() { token.invalidate() }
    }
    let view = PriceView()
    view.queue.suspend()
    _ = try await view.appear().get()
    view.disappear()
    view.queue.resume()
    await view.queue.asyncValue {}.get()
    #expect(view.shown.all == [])
  }

  @Test func promotedErrorsFitOtherFutures() async throws {
    let safe: Future<Int, Never> = Future(value: 3)
    let sum = safe.promoteError().flatMap { number in Self.price(of: "tea").map { $0 + number } }
    #expect(try await sum.get() == 8)
    let token = InvalidationToken()
    let first = [
      Self.price(of: "tea").mapError { BrightFuturesError(external: $0) },
      token.future.promoteError().promoteValue(),
    ].firstCompleted()
    #expect(try await first.get() == 5)
  }

  @Test func notifyingOnTheMainActor() async {
    await confirmation { called in
      let done = Promise<Void, Never>()
      Future<Int, Never>(value: 1).onSuccess { @MainActor _ in
        called()
        done.success(())
      }
      await done.future.get()
    }
  }
}
