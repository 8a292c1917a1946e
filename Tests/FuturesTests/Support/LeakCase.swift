import Futures
import FuturesTesting
import Testing
import TestSupport

/// One operation on a future whose closure captures an object.
struct LeakCase: Sendable, CustomTestStringConvertible {
  typealias Input = Future<Int, any Error>
  /// The context of the closure, its cancellation token, and the work that it returns, if any.
  ///
  /// The work is in a box so that a test can remove it: a closure that keeps alive the very future
  /// it waits for would create a reference cycle.
  typealias Scope = (context: ExecutionContext, token: CancellationToken, work: Box<Input>)

  let name: String
  /// Applies the operation, and returns its result to keep it alive.
  let apply: @Sendable (Input, Scope, Tracked) -> any Sendable

  var testDescription: String { name }

  init(_ name: String, _ apply: @escaping @Sendable (Input, Scope, Tracked) -> any Sendable) {
    self.name = name
    self.apply = apply
  }
}

extension LeakCase {
  /// Operations that take a closure, a context and a token.
  static let transforms: [LeakCase] = [
    LeakCase("map") { input, scope, tracked in
      input.on(scope.context).map(cancellation: scope.token) { value in
        tracked.touch()
        return value
      }
    },
    LeakCase("map of a typed future, throwing") { input, scope, tracked in
      input.mapError { _ in TestError.first }
        .on(scope.context).map(cancellation: scope.token) { value -> Int in
          tracked.touch()
          throw TestError.second
        }
    },
    LeakCase("tryMap") { input, scope, tracked in
      input.tryMap(on: scope.context, cancellation: scope.token) { value throws(any Error) in
        tracked.touch()
        return value
      }
    },
    LeakCase("flatMap") { input, scope, tracked in
      input.on(scope.context).flatMap(cancellation: scope.token) { value in
        tracked.touch()
        return Future(value: value)
      }
    },
    LeakCase("flatMap to a pending future") { input, scope, tracked in
      input.on(scope.context).flatMap(cancellation: scope.token) { _ in
        tracked.touch()
        return Input.never
      }
    },
    LeakCase("flatMap to another error type") { input, scope, tracked in
      input.on(scope.context).flatMap(cancellation: scope.token) { value in
        tracked.touch()
        return Future<Int, TestError>(value: value)
      }
    },
    LeakCase("flatMap, throwing") { input, scope, tracked in
      input.on(scope.context).flatMap(cancellation: scope.token) { _ -> Input in
        tracked.touch()
        throw TestError.first
      }
    },
    LeakCase("mapError") { input, scope, tracked in
      input.on(scope.context).mapError(cancellation: scope.token) { _ in
        tracked.touch()
        return StoppableError.failed
      }
    },
    LeakCase("recover") { input, scope, tracked in
      input.on(scope.context).recover(cancellation: scope.token) { _ in
        tracked.touch()
        return 0
      }
    },
    LeakCase("recover, throwing") { input, scope, tracked in
      input.on(scope.context).recover(cancellation: scope.token) { _ -> Int in
        tracked.touch()
        throw TestError.first
      }
    },
    LeakCase("flatMapError") { input, scope, tracked in
      input.on(scope.context).flatMapError(cancellation: scope.token) { _ in
        tracked.touch()
        return Future<Int, StoppableError>(value: 1)
      }
    },
    LeakCase("mapResult") { input, scope, tracked in
      input.mapResult(on: scope.context, cancellation: scope.token) { _ in tracked.touch() }
    },
    LeakCase("flatMapResult") { input, scope, tracked in
      input.flatMapResult(on: scope.context, cancellation: scope.token) { _ in
        tracked.touch()
        return Future<Int, StoppableError>(value: 1)
      }
    },
    LeakCase("onComplete") { input, scope, tracked in
      input.on(scope.context).onComplete(cancellation: scope.token) { _ in tracked.touch() }
    },
    LeakCase("onSuccess") { input, scope, tracked in
      input.on(scope.context).onSuccess(cancellation: scope.token) { _ in tracked.touch() }
    },
    LeakCase("onFailure") { input, scope, tracked in
      input.on(scope.context).onFailure(cancellation: scope.token) { _ in tracked.touch() }
    },
    LeakCase("fold") { input, scope, tracked in
      [input, Future(value: 1)].fold(0, on: scope.context, cancellation: scope.token) {
        sum,
        value in
        tracked.touch()
        return sum + value
      }
    },
    LeakCase("first(where:)") { input, scope, tracked in
      [input, Future(value: 1)].firstValue(on: scope.context, cancellation: scope.token) { value in
        tracked.touch()
        return value > 100
      }
    },
    LeakCase("traverse") { input, scope, tracked in
      [1, 2, 3].traverse(maxConcurrent: 1, on: scope.context, cancellation: scope.token) { _ in
        tracked.touch()
        return scope.work.value
      }
    },
    LeakCase("repeatWhile") { input, scope, tracked in
      let rounds = Counter()
      return Future<Void, any Error>
        .repeatWhile(on: scope.context, cancellation: scope.token, { rounds.add() < 3 }) {
          tracked.touch()
          return scope.work.value.asVoid()
        }
    },
  ]

  /// Operations that take no closure, followed by a transform that takes one.
  static let combinators: [LeakCase] = [
    behind("delay") { $0.delay(.zero, clock: ManualClock()) },
    behind("timeout") { $0.timeout(.seconds(1), clock: ManualClock()) },
    behind("timeout(orFail:)") {
      $0.timeout(.seconds(1), clock: ManualClock(), orFail: TestError.first)
    },
    behind("asVoid") { $0.asVoid() },
    behind("eraseFailure") { $0.mapError { _ in TestError.first }.eraseFailure() },
    behind("setFailureType") { $0.recover { _ in 0 }.setFailureType(to: StoppableError.self) },
    behind("zip") { zip($0, $0, Future<String, any Error>(value: "")) },
    behind("zip of several error types") { zip($0, Future<String, TestError>(value: "")) },
    behind("all") { [$0, Future(value: 1)].all() },
    behind("all(.waitForAll)") { [$0, Future(value: 1)].all(.waitForAll) },
    behind("sequence") { [$0, Future(value: 1)].all(.failInOrder) },
    behind("allSettled") { [$0, Future(value: 1)].allSettled() },
    behind("firstCompleted") { [$0, Input.never].firstCompleted() },
    behind("firstCompleted(cancelsLosers:)") {
      [$0.map { $0 }, Input.never].firstCompleted(cancelsLosers: true)
    },
    behind("firstSuccess") { [$0, Future(error: TestError.first)].firstSuccess() },
    behind("InterestCounter") { InterestCounter($0) {}.share() },
    behind("complete(with:)") { input in Input.withPromise { $0.complete(with: input) } },
  ]

  private static func behind<Value: Sendable, Failure: Error>(
    _ name: String,
    _ combine: @escaping @Sendable (Input) -> Future<Value, Failure>
  ) -> LeakCase {
    LeakCase(name) { input, scope, tracked in
      combine(input).mapResult(on: scope.context, cancellation: scope.token) { _ in tracked.touch()
      }
    }
  }

  static let all = transforms + combinators

  /// Applies the operation, and releases the test's reference to the captured object.
  func capture(
    _ input: Input,
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .never
  ) -> Captured {
    let tracked = Tracked()
    let work = Box(input)
    let result = apply(input, (context, token, work), tracked)
    return Captured(result: result, work: work, reference: WeakReference(tracked))
  }

  /// The handles of an operation that has captured an object.
  struct Captured {
    let result: any Sendable
    let work: Box<Input>
    let reference: WeakReference

    /// Whether the object has been released while the handles are alive.
    var isReleased: Bool { withExtendedLifetime((result, work)) { reference.isGone } }
  }
}

extension LeakCase {
  /// Whether the closure waits for something other than the input.
  var isWaiting: Bool { name == "delay" }
}
