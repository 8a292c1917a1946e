import Futures
import Testing
import TestSupport

/// One operation that takes a token and a closure, which counts its calls.
struct TokenCase: Sendable, CustomTestStringConvertible {
  typealias Input = Future<Int, StoppableError>

  let name: String
  /// Applies the operation, and returns its result if it has one.
  let apply: @Sendable (Input, CancellationToken, ExecutionContext, Counter) -> Input?

  var testDescription: String { name }

  static let derived: [TokenCase] = [
    TokenCase(name: "map") { input, token, context, calls in
      input.on(context).map(cancellation: token) { _ in calls.add() }
    },
    TokenCase(name: "tryMap") { input, token, context, calls in
      input.tryMap(on: context, cancellation: token) { _ throws(StoppableError) in calls.add() }
    },
    TokenCase(name: "flatMap") { input, token, context, calls in
      input.on(context).flatMap(cancellation: token) { _ in Input(value: calls.add()) }
    },
    TokenCase(name: "flatMap to Never") { input, token, context, calls in
      input.on(context).flatMap(cancellation: token) { _ in
        Future<Int, Never>(value: calls.add())
      }
    },
    TokenCase(name: "mapError") { input, token, context, calls in
      input.mapResult(on: .inline) { result throws(StoppableError) -> Int in
        if case .success = result { throw .failed }
        return 0
      }
      .on(context).mapError(cancellation: token) { _ in
        calls.add()
        return StoppableError.alsoFailed
      }
    },
    TokenCase(name: "flatMapError") { input, token, context, calls in
      input.mapResult(on: .inline) { result throws(StoppableError) -> Int in
        if case .success = result { throw .failed }
        return 0
      }
      .on(context).flatMapError(cancellation: token) { _ in Input(value: calls.add()) }
    },
    TokenCase(name: "recover, throwing") { input, token, context, calls in
      input.mapResult(on: .inline) { result throws(StoppableError) -> Int in
        if case .success = result { throw .failed }
        return 0
      }
      .on(context).recover(cancellation: token) { _ throws(StoppableError) -> Int in calls.add() }
    },
    TokenCase(name: "mapResult") { input, token, context, calls in
      input.mapResult(on: context, cancellation: token) { _ throws(StoppableError) -> Int in
        calls.add()
      }
    },
    TokenCase(name: "flatMapResult") { input, token, context, calls in
      input.flatMapResult(on: context, cancellation: token) { _ in Input(value: calls.add()) }
    },
    TokenCase(name: "fold") { input, token, context, calls in
      [input].fold(0, on: context, cancellation: token) { _, _ in calls.add() }
    },
    TokenCase(name: "first(where:)") { input, token, context, calls in
      [input].firstValue(on: context, cancellation: token, orElse: .failed) { _ in calls.add() > 0 }
    },
  ]

  static let observers: [TokenCase] = [
    TokenCase(name: "onComplete") { input, token, context, calls in
      input.on(context).onComplete(cancellation: token) { _ in calls.add() }
      return nil
    },
    TokenCase(name: "onSuccess") { input, token, context, calls in
      input.on(context).onSuccess(cancellation: token) { _ in calls.add() }
      return nil
    },
    TokenCase(name: "onFailure") { input, token, context, calls in
      input.mapResult(on: .inline) { _ throws(StoppableError) -> Int in throw .failed }
        .on(context).onFailure(cancellation: token) { _ in calls.add() }
      return nil
    },
  ]

  static let all = derived + observers
}
