import Futures
import FuturesTesting

extension LongLivedVerb {
  /// Functions that leave a closure behind the future, which is cancelled with their result.
  static let withClosures = transforms + works

  private static let transforms: [LongLivedVerb] = [
    LongLivedVerb("map, cancelled") { call in call.long.on(call.context).map { $0 + 1 } },
    LongLivedVerb("map in a valid context, cancelled") { call in
      call.long.on(validity.validContext(on: call.context)).map { $0 + 1 }
    },
    LongLivedVerb("map with a token, cancelled") { call in
      call.long.on(call.context).map(cancellation: program.token) { $0 + 1 }
    },
    LongLivedVerb("mapError, cancelled") { call in
      call.long.on(call.context).mapError { $0 as any Error }
    },
    LongLivedVerb("mapResult, cancelled") { call in
      call.long.mapResult(on: call.context) { result throws(any Error) in try result.get() }
    },
    LongLivedVerb("recover, cancelled") { call in
      call.long.on(call.context).recover { _ -> Int in throw Refused() }
    },
    LongLivedVerb("flatMap, cancelled") { call in
      call.long.on(call.context).flatMap { Node(value: $0) }
    },
    LongLivedVerb("flatMapError, cancelled") { call in
      call.long.on(call.context).flatMapError { _ in Node(value: 1) }
    },
    LongLivedVerb("asVoid, cancelled") { call in call.long.asVoid() },
    LongLivedVerb("eraseFailure, cancelled") { call in call.typed.eraseFailure() },
    LongLivedVerb("delay, cancelled") { call in
      call.long.delay(.seconds(1), clock: ManualClock())
    },
    LongLivedVerb("mapInTurn, cancelled") { call in
      call.long.mapInTurn(on: { $0() }) { $0 + 1 }
    },
  ]

  private static let works: [LongLivedVerb] = [
    LongLivedVerb("withCancellationScope of a map") { call in
      withCancellationScope(linkedTo: call.token) { call.long.on(call.context).map { $0 + 1 } }
    },
    LongLivedVerb("withCancellationScope of a timeout") { call in
      withCancellationScope(linkedTo: call.token) {
        call.long.timeout(.seconds(3600), clock: clock)
      }
    },
    LongLivedVerb("withCancellationScope of timeouts") { call in
      withCancellationScope(linkedTo: call.token) {
        [call.long.timeout(.seconds(3600), clock: clock), Node(value: 1)].all()
      }
    },
    LongLivedVerb("limited of a map") { call in
      Node.limited(to: .seconds(1), clock: clock, cancellation: call.token, orFail: Refused()) {
        call.long.on(call.context).map { $0 + 1 }
      }
    },
    LongLivedVerb("retry of a map") { call in
      Node.retry(clock: clock, cancellation: call.token) {
        call.long.on(call.context).map { $0 + 1 }
      }
    },
    LongLivedVerb("traverse of maps") { call in
      [1, 2, 3].traverse(on: call.context, cancellation: call.token) { number in
        call.long.on(call.context).map { $0 + number }
      }
    },
    LongLivedVerb("repeatWhile of a map") { call in
      Future<Void, any Error>.repeatWhile(
        on: call.context,
        cancellation: call.token,
        { true },
        { call.session.on(call.context).map { $0 } }
      )
    },
    LongLivedVerb("a future of a map") { call in
      Node(on: call.context, cancellation: call.token) {
        call.long.on(call.context).map { $0 + 1 }
      }
    },
    LongLivedVerb("ConcurrencyLimit.run of a map") { call in
      ConcurrencyLimit(1).run(on: call.context, cancellation: call.token) {
        call.long.on(call.context).map { $0 + 1 }
      }
    },
    LongLivedVerb("SharedLoads.load of a map") { call in
      SharedLoads<Int, Int, any Error>()
        .load(1, on: call.context, cancellation: call.token) {
          call.long.on(call.context).map { $0 + 1 }
        }
    },
    LongLivedVerb("Latest.start of a map, cancelled") { call in
      Latest<Int, any Error>().start(on: call.context, cancellation: call.token) {
        call.long.on(call.context).map { $0 + 1 }
      }
    },
    LongLivedVerb("Latest.start of a map, superseded") { call in
      latest.start(on: call.context, cancellation: call.token) {
        call.long.on(call.context).map { $0 + 1 }
      }
    },
    LongLivedVerb("Latest.debounce of a map, superseded") { call -> Node? in
      let pause = ManualClock()
      latest.debounce(.seconds(1), clock: pause, on: call.context, cancellation: call.token) {
        call.long.on(call.context).map { $0 + 1 }
      }
      .ignoringFailure()
      pause.advance(by: .seconds(1))
      return nil
    },
  ]

  /// Objects that live as long as the program.
  private static let validity = InvalidationToken()
  private static let program = CancellationSource()
  private static let latest = Latest<Int, any Error>()
  private static let clock = ManualClock()
}
