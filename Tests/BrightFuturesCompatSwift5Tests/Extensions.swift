import BrightFuturesCompat
import Foundation

// Extensions and generic helpers as programs have them.

extension Future {
  func logged(_ lines: NSMutableArray) -> Future<T, E> {
    return onComplete(immediateExecutionContext) { lines.add("\($0)") }
  }

  func paired<U>(with other: U) -> Future<(T, U), E> {
    return map(immediateExecutionContext) { ($0, other) }
  }
}

extension Future where T == User {
  var names: Future<String, E> { return map(immediateExecutionContext) { $0.name } }
}

extension Future where E == AppError {
  func orOffline(_ value: T) -> Future<T, Never> {
    return recover(context: immediateExecutionContext) { _ in value }
  }
}

extension AsyncType where Value: ResultProtocol {
  func erased() -> Future<Value.Value, AnyFailure> {
    return mapError(immediateExecutionContext) { AnyFailure(underlying: $0) }
  }
}

struct AnyFailure: Error {
  let underlying: Error
}

func firstNonEmpty<T>(_ candidates: [Future<[T], AppError>]) -> Future<
  [T], BrightFuturesError<AppError>
> {
  return candidates.find { !$0.isEmpty }
}

func retry<T, E>(_ times: Int, _ work: @escaping () -> Future<T, E>) -> Future<T, E> {
  return work().recoverWith(context: immediateExecutionContext) { error in
    times > 1 ? retry(times - 1, work) : Future(error: error)
  }
}

class Waiter<T, E: Error> {
  private(set) var results: [Result<T, E>] = []
  let token = InvalidationToken()
  let context: ExecutionContext
  var onDone: (() -> Void)?

  init(context: @escaping ExecutionContext) { self.context = context }

  func wait(for future: Future<T, E>) {
    future.onComplete(token.validContext(context)) { [weak self] result in
      self?.results.append(result)
      self?.onDone?()
    }
  }

  deinit { token.invalidate() }
}

class MemoryLogger: LoggerType {
  var lines: [String] = []

  func log(message: String) { lines.append(message) }
}
