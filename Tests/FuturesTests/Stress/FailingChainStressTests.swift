import Futures
import Testing
import TestSupport

/// A failure passes through a chain of any length unchanged: no link wraps it again, which would
/// make its release recursive.
@Suite(.serialized) struct FailingChainStressTests {
  typealias Node = Future<Int, any Error>

  struct Refused: Error {}

  /// One link of a chain.
  struct Link: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let add: @Sendable (Node) -> Node

    init(_ name: String, _ add: @escaping @Sendable (Node) -> Node) {
      testDescription = name
      self.add = add
    }
  }

  final class Owner: Sendable {}

  private static let owner = Owner()

  /// The number of links of a chain of each function.
  private static let fewer = StressSize.links / 20

  /// There is one statement for each, because the compiler checks one list much more slowly.
  static let all: [Link] = {
    var links: [Link] = []
    func add(_ name: String, _ link: @escaping @Sendable (Node) -> Node) {
      links.append(Link(name, link))
    }
    add("map") { $0.map { $0 + 1 } }
    add("map, throwing") { $0.map { value throws -> Int in value + 1 } }
    add("tryMap") { $0.tryMap(on: .inline) { value throws(any Error) in value + 1 } }
    add("flatMap") { $0.flatMap { Node(value: $0) } }
    add("flatMap, throwing") { $0.flatMap { value throws -> Node in Node(value: value) } }
    add("flatMap, throwing, to another error type") {
      $0.flatMap { value throws -> Future<Int, TestError> in Future(value: value) }
    }
    add("flatMap to one that cannot fail") { $0.flatMap { Future<Int, Never>(value: $0) } }
    add("mapError") { $0.mapError { $0 } }
    add("recover, throwing") { $0.recover { error throws(any Error) -> Int in throw error } }
    add("flatMapError") { $0.flatMapError { Node(error: $0) } }
    add("flatMapError, throwing") { $0.flatMapError { error throws -> Node in throw error } }
    add("mapResult") { $0.mapResult(on: .inline) { result throws(any Error) in try result.get() } }
    add("flatMapResult") { $0.flatMapResult(on: .inline) { Node(result: $0) } }
    add("asVoid") { $0.asVoid().map { 1 } }
    add("eraseFailure") { $0.eraseFailure() }
    add("withCancellationScope") { previous in withCancellationScope { previous } }
    add("timeout") { $0.timeout(.seconds(3600)) }
    add("retry") { previous in Node.retry(RetryPolicy(attempts: 1)) { previous } }
    add("traverse") { previous in
      [1].traverse(on: .inline) { _ in previous }.map { $0[0] }
    }
    add("all") { [$0].all().map { $0[0] } }
    add("all(.waitForAll)") { [$0].all(.waitForAll).map { $0[0] } }
    add("sequence") { [$0].all(.failInOrder).map { $0[0] } }
    add("allSettled") { [$0].allSettled().tryMap(on: .inline) { results in try results[0].get() } }
    add("firstSuccess") { [$0].firstSuccess().mapError { failures in failures.errors[0] } }
    add("zip") { Futures.zip($0, Node(value: 1)).map { $0.0 } }
    add("fold") { [$0].fold(0) { $0 + $1 } }
    add("firstValue(where:)") { [$0].firstValue(where: { _ in true }) }
    add("firstValue(where:), throwing") { [$0].firstValue(where: { _ throws -> Bool in true }) }
    add("firstCompleted") { [$0].firstCompleted() }
    add("InterestCounter") { InterestCounter($0) {}.share() }
    add("complete(with:)") { previous in Node.withPromise { $0.complete(with: previous) } }
    return links
  }()

  @Test(arguments: all)
  func aFailureGoesThrough(_ link: Link) {
    onSmallStack(kilobytes: 256) {
      let promise = Promise<Int, any Error>()
      var last = promise.future
      for _ in 0..<Self.fewer { last = link.add(last) }
      promise.fail(Refused())
      #expect(last.currentError is Refused)
    }
  }

  @Test(arguments: all)
  func aFailureThatIsThereGoesThrough(_ link: Link) {
    onSmallStack(kilobytes: 256) {
      var last = Node(error: Refused())
      for _ in 0..<Self.fewer { last = link.add(last) }
      #expect(last.currentError is Refused)
    }
  }

  @Test func aFailureGoesThroughFuturesOfWork() {
    onSmallStack(kilobytes: 256) {
      let promise = Promise<Int, any Error>()
      var last = promise.future
      for _ in 0..<Self.fewer {
        let previous = last
        last = Node(starting: { () throws -> Node in previous })
      }
      promise.fail(Refused())
      #expect((last.wait()?.failure) is Refused)
    }
  }

  @Test func aFailureGoesThroughAMillionLinksThatThrow() {
    onSmallStack {
      let promise = Promise<Int, any Error>()
      var last = promise.future
      for _ in 0..<StressSize.links {
        last = last.map { value throws -> Int in value + 1 }
      }
      promise.fail(Refused())
      #expect(last.currentError is Refused)
    }
  }

  @Test func aTypedFailureGoesThroughAMillionLinks() {
    onSmallStack {
      let promise = Promise<Int, TestError>()
      var last = promise.future
      for _ in 0..<StressSize.links {
        last = last.tryMap(on: .inline) { value throws(TestError) in value + 1 }
      }
      promise.fail(.first)
      #expect(last.currentError == .first)
    }
  }
}
