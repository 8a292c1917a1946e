public import Dispatch
internal import Futures

extension DispatchQueue {
  /// Runs a closure on this queue, and returns a future of its value.
  @preconcurrency
  public func asyncValue<T: Sendable>(
    _ execute: @escaping @Sendable () -> T
  ) -> Future<T, Never> {
    let promise = Futures.Promise<T, Never>()
    async { promise.succeed(execute()) }
    return Future(promise.future)
  }

  /// Runs a closure that may fail on this queue, and returns a future of its outcome; `fileID` and
  /// `line` are for diagnostics in debug builds.
  @preconcurrency
  public func asyncResult<T: Sendable, E: Error>(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ execute: @escaping @Sendable () -> Result<T, E>
  ) -> Future<T, E> {
    let promise = Futures.Promise<T, E>(fileID: fileID, line: line)
    async { promise.complete(execute()) }
    return Future(promise.future)
  }

  /// Runs a closure on this queue at a point in time, and returns a future of its value.
  @preconcurrency
  public func asyncValueAfter<T: Sendable>(
    _ deadline: DispatchTime,
    execute: @escaping @Sendable () -> T
  ) -> Future<T, Never> {
    let promise = Futures.Promise<T, Never>()
    asyncAfter(deadline: deadline) { promise.succeed(execute()) }
    return Future(promise.future)
  }
}
