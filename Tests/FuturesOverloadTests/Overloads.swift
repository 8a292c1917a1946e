// Written by scripts/overloads.py. The stage lint checks that no overload is missing.
// swift-format-ignore-file

import Futures

let overloads: [Overload] = [
  Overload(
    "ConcurrencyLimit.run(cancellation:_:) () -> Future<Value, Failure>",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended(call.limit.run(
      cancellation: call.token,
      { @First () -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "ConcurrencyLimit.run(cancellation:_:) () async -> Work",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended(call.limit.run(
      cancellation: call.token,
      { @First () async -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "ConcurrencyLimit.run(cancellation:_:) () async throws -> Work",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended(call.limit.run(
      cancellation: call.token,
      { @First () async throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "ConcurrencyLimit.run(cancellation:_:) () async throws(Failure) -> Value",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended(call.limit.run(
      cancellation: call.token,
      { @First () async throws(Problem) -> Int in
        call.runs(0)
        return try await call.work((Problem).self).value
      }
    ))
  },
  Overload(
    "ConcurrencyLimit.run(cancellation:_:) () throws(Failure) -> Future<Value, Failure>",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended(call.limit.run(
      cancellation: call.token,
      { @First () throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.OnContext.flatMap(cancellation:_:) (Value) -> Future<Output, Failure>",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.input((Problem).self).on(call.context).flatMap(
      cancellation: call.token,
      { @Sendable (_: Int) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.OnContext.flatMap(cancellation:_:) (Value) -> Future<Output, Never>",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.input((Problem).self).on(call.context).flatMap(
      cancellation: call.token,
      { @Sendable (_: Int) -> Future<Int, Never> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.OnContext.flatMap(cancellation:_:) (Value) -> Future<Output, NewFailure>, Failure == Never",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.input((Never).self).on(call.context).flatMap(
      cancellation: call.token,
      { @Sendable (_: Int) -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.OnContext.flatMap(cancellation:_:) (Value) throws -> Future<Output, OtherFailure>",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.input((Problem).self).on(call.context).flatMap(
      cancellation: call.token,
      { @Sendable (_: Int) throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.OnContext.flatMapError(cancellation:_:) (Failure) -> Future<Value, NewFailure>",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.failing((Problem).self).on(call.context).flatMapError(
      cancellation: call.token,
      { @Sendable (_: Problem) -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.OnContext.flatMapError(cancellation:_:) (Failure) throws -> Future<Value, NewFailure>",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.failing((Problem).self).on(call.context).flatMapError(
      cancellation: call.token,
      { @Sendable (_: Problem) throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.OnContext.map(cancellation:_:) (Value) -> Output",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.input((Problem).self).on(call.context).map(
      cancellation: call.token,
      { @Sendable (_: Int) -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Future.OnContext.map(cancellation:_:) (Value) throws -> Output",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.input((Problem).self).on(call.context).map(
      cancellation: call.token,
      { @Sendable (_: Int) throws -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Future.OnContext.mapError(cancellation:_:) (Failure) -> NewFailure",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.failing((Problem).self).on(call.context).mapError(
      cancellation: call.token,
      { @Sendable (_: Problem) -> Other in
        call.runs(0)
        return Other()
      }
    ))
  },
  Overload(
    "Future.OnContext.onComplete(cancellation:_:) (Result<Value, Failure>) -> Void",
    closures: 1,
    [.token, .observes]
  ) { call in
    call.ended(call.input((Problem).self).on(call.context).onComplete(
      cancellation: call.token,
      { @Sendable (_: Result<Int, Problem>) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.OnContext.onFailure(cancellation:_:) (Failure) -> Void",
    closures: 1,
    [.token, .observes]
  ) { call in
    call.ended(call.failing((Problem).self).on(call.context).onFailure(
      cancellation: call.token,
      { @Sendable (_: Problem) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.OnContext.onSuccess(cancellation:_:) (Value) -> Void",
    closures: 1,
    [.token, .observes]
  ) { call in
    call.ended(call.input((Problem).self).on(call.context).onSuccess(
      cancellation: call.token,
      { @Sendable (_: Int) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.OnContext.recover(cancellation:_:) (Failure) throws(NewFailure) -> Value",
    closures: 1,
    [.token]
  ) { call in
    call.ended(call.failing((Problem).self).on(call.context).recover(
      cancellation: call.token,
      { @Sendable (_: Problem) throws(Other) -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Future.flatMap(cancellation:_:) (Value) -> Future<Output, Failure>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).flatMap(
      cancellation: call.token,
      { @First (_: Int) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMap(cancellation:_:) (Value) -> Future<Output, Never>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).flatMap(
      cancellation: call.token,
      { @First (_: Int) -> Future<Int, Never> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMap(cancellation:_:) (Value) -> Future<Output, NewFailure>, Failure == Never",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Never).self).flatMap(
      cancellation: call.token,
      { @First (_: Int) -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMap(cancellation:_:) (Value) -> Future<Output, any Error>, Failure == Never",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Never).self).flatMap(
      cancellation: call.token,
      { @First (_: Int) -> Future<Int, any Error> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMap(cancellation:_:) (Value) async -> Future<Output, Failure>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).flatMap(
      cancellation: call.token,
      { @First (_: Int) async -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMap(cancellation:_:) (Value) async throws -> Future<Output, OtherFailure>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).flatMap(
      cancellation: call.token,
      { @First (_: Int) async throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMap(cancellation:_:) (Value) throws -> Future<Output, OtherFailure>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).flatMap(
      cancellation: call.token,
      { @First (_: Int) throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMap(cancellation:_:) (Value) throws -> Future<Output, any Error>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).flatMap(
      cancellation: call.token,
      { @First (_: Int) throws -> Future<Int, any Error> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMapError(cancellation:_:) (Failure) -> Future<Value, NewFailure>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.failing((Problem).self).flatMapError(
      cancellation: call.token,
      { @First (_: Problem) -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMapError(cancellation:_:) (Failure) throws -> Future<Value, NewFailure>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.failing((Problem).self).flatMapError(
      cancellation: call.token,
      { @First (_: Problem) throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.flatMapError(cancellation:_:) (Failure) throws(NewFailure) -> Future<Value, NewFailure>",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.failing((Problem).self).flatMapError(
      cancellation: call.token,
      { @First (_: Problem) throws(Other) -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(cancellation:fileID:line:run:) () throws(Failure) -> Value",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(Future<Int, Problem>(
      cancellation: call.token,
      run: { @First () throws(Problem) -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Future.init(cancellation:fileID:line:starting:) () -> Work",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Int, Problem>(
      cancellation: call.token,
      starting: { @First () -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(cancellation:fileID:line:starting:) () -> Work, Value == Void",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Void, Problem>(
      cancellation: call.token,
      starting: { @First () -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(cancellation:fileID:line:starting:) () async -> Work, Value == Void",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Void, Problem>(
      cancellation: call.token,
      starting: { @First () async -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(cancellation:fileID:line:starting:) () async throws -> Work, Value == Void, Failure == any Error",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Void, any Error>(
      cancellation: call.token,
      starting: { @First () async throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(cancellation:fileID:line:starting:) () throws -> Future<Value, WorkFailure>, Failure == any Error",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Int, any Error>(
      cancellation: call.token,
      starting: { @First () throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(cancellation:fileID:line:starting:) () throws -> Future<WorkValue, WorkFailure>, Value == Void, Failure == any Error",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Void, any Error>(
      cancellation: call.token,
      starting: { @First () throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(on:cancellation:fileID:line:run:) () throws(Failure) -> Value",
    closures: 1,
    [.token]
  ) { call in
    call.ended(Future<Int, Problem>(
      on: call.context,
      cancellation: call.token,
      run: { @Sendable () throws(Problem) -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Future.init(on:cancellation:fileID:line:starting:) () -> Work",
    closures: 1,
    [.token, .startsWork]
  ) { call in
    call.ended(Future<Int, Problem>(
      on: call.context,
      cancellation: call.token,
      starting: { @Sendable () -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(on:cancellation:fileID:line:starting:) () throws -> Future<Value, WorkFailure>, Failure == any Error",
    closures: 1,
    [.token, .startsWork]
  ) { call in
    call.ended(Future<Int, any Error>(
      on: call.context,
      cancellation: call.token,
      starting: { @Sendable () throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(priority:cancellation:fileID:line:operation:) () async throws(Failure) -> Value",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Int, Problem>(
      cancellation: call.token,
      operation: { @First () async throws(Problem) -> Int in
        call.runs(0)
        return try await call.work((Problem).self).value
      }
    ))
  },
  Overload(
    "Future.init(priority:cancellation:fileID:line:starting:) () async -> Work",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Int, Problem>(
      cancellation: call.token,
      starting: { @First () async -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.init(priority:cancellation:fileID:line:starting:) () async throws -> Future<Value, WorkFailure>, Failure == any Error",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Int, any Error>(
      cancellation: call.token,
      starting: { @First () async throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Future.map(cancellation:_:) (Value) -> Output",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).map(
      cancellation: call.token,
      { @First (_: Int) -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Future.map(cancellation:_:) (Value) async -> Output",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).map(
      cancellation: call.token,
      { @First (_: Int) async -> Int in
        call.runs(0)
        return await call.work((Never).self).value
      }
    ))
  },
  Overload(
    "Future.map(cancellation:_:) (Value) async throws -> Output",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).map(
      cancellation: call.token,
      { @First (_: Int) async throws -> Int in
        call.runs(0)
        return try await call.work((any Error).self).value
      }
    ))
  },
  Overload(
    "Future.map(cancellation:_:) (Value) throws -> Output",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.input((Problem).self).map(
      cancellation: call.token,
      { @First (_: Int) throws -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Future.mapError(cancellation:_:) (Failure) -> NewFailure",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.failing((Problem).self).mapError(
      cancellation: call.token,
      { @First (_: Problem) -> Other in
        call.runs(0)
        return Other()
      }
    ))
  },
  Overload(
    "Future.onComplete(cancellation:_:) (Result<Value, Failure>) -> Void",
    closures: 1,
    [.isolated, .token, .observes]
  ) { call in
    call.ended(call.input((Problem).self).onComplete(
      cancellation: call.token,
      { @First (_: Result<Int, Problem>) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.onComplete(for:cancellation:_:) (Owner, Result<Value, Failure>) -> Void",
    closures: 1,
    [.isolated, .token, .observes]
  ) { call in
    call.ended(call.input((Problem).self).onComplete(
      for: call.owner,
      cancellation: call.token,
      { @First (_: Owner, _: Result<Int, Problem>) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.onFailure(cancellation:_:) (Failure) -> Void",
    closures: 1,
    [.isolated, .token, .observes]
  ) { call in
    call.ended(call.failing((Problem).self).onFailure(
      cancellation: call.token,
      { @First (_: Problem) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.onFailure(for:cancellation:_:) (Owner, Failure) -> Void",
    closures: 1,
    [.isolated, .token, .observes]
  ) { call in
    call.ended(call.failing((Problem).self).onFailure(
      for: call.owner,
      cancellation: call.token,
      { @First (_: Owner, _: Problem) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.onSettled(cancellation:_:) () -> Void",
    closures: 1,
    [.isolated, .token, .observes]
  ) { call in
    call.ended(call.input((Problem).self).onSettled(
      cancellation: call.token,
      { @First () -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.onSettled(for:cancellation:_:) (Owner) -> Void",
    closures: 1,
    [.isolated, .token, .observes]
  ) { call in
    call.ended(call.input((Problem).self).onSettled(
      for: call.owner,
      cancellation: call.token,
      { @First (_: Owner) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.onSuccess(cancellation:_:) (Value) -> Void",
    closures: 1,
    [.isolated, .token, .observes]
  ) { call in
    call.ended(call.input((Problem).self).onSuccess(
      cancellation: call.token,
      { @First (_: Int) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.onSuccess(for:cancellation:_:) (Owner, Value) -> Void",
    closures: 1,
    [.isolated, .token, .observes]
  ) { call in
    call.ended(call.input((Problem).self).onSuccess(
      for: call.owner,
      cancellation: call.token,
      { @First (_: Owner, _: Int) -> Void in
        call.runs(0)
      }
    ))
  },
  Overload(
    "Future.recover(cancellation:_:) (Failure) async throws(NewFailure) -> Value",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.failing((Problem).self).recover(
      cancellation: call.token,
      { @First (_: Problem) async throws(Other) -> Int in
        call.runs(0)
        return try await call.work((Other).self).value
      }
    ))
  },
  Overload(
    "Future.recover(cancellation:_:) (Failure) throws(NewFailure) -> Value",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended(call.failing((Problem).self).recover(
      cancellation: call.token,
      { @First (_: Problem) throws(Other) -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Future.retry(_:clock:cancellation:_:) () -> Future",
    closures: 1,
    [.isolated, .token, .clock, .retries, .startsWork]
  ) { call in
    call.ended(Future<Int, Problem>.retry(
      RetryPolicy(attempts: 2, backoff: .constant(.seconds(1))),
      clock: call.clock,
      cancellation: call.token,
      { @First () -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "FutureProtocol.init(cancellation:fileID:line:starting:) () -> Future<Output, Problem>",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Int, Problem>(
      cancellation: call.token,
      starting: { @First () in
        call.runs(0)
        if call.token.isNever { return Future(error: Problem()) }
        return call.work()
      }
    ))
  },
  Overload(
    "FutureProtocol.init(on:cancellation:fileID:line:starting:) () -> Future<Output, Problem>",
    closures: 1,
    [.token, .startsWork]
  ) { call in
    call.ended(Future<Int, Problem>(
      on: call.context,
      cancellation: call.token,
      starting: { @Sendable () in
        call.runs(0)
        if call.token.isNever { return Future(error: Problem()) }
        return call.work()
      }
    ))
  },
  Overload(
    "FutureProtocol.init(priority:cancellation:fileID:line:starting:) () async -> Future<Output, Problem>",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(Future<Int, Problem>(
      cancellation: call.token,
      starting: { @First () async in
        call.runs(0)
        if call.token.isNever { return Future(error: Problem()) }
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.debounce(_:clock:cancellation:_:) () async throws(Failure) -> Value",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).debounce(
      .seconds(1),
      clock: call.clock,
      cancellation: call.token,
      { @First () async throws(Problem) -> Int in
        call.runs(0)
        return try await call.work((Problem).self).value
      }
    ))
  },
  Overload(
    "Latest.debounce(_:clock:cancellation:_:) () async throws(Failure) -> Work",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).debounce(
      .seconds(1),
      clock: call.clock,
      cancellation: call.token,
      { @First () async throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.debounce(_:clock:cancellation:_:) () async throws(Failure) -> Work, Value == Void",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Void, Problem>()).debounce(
      .seconds(1),
      clock: call.clock,
      cancellation: call.token,
      { @First () async throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.debounce(_:clock:cancellation:_:) () throws -> Work, Value == Void, Failure == any Error",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Void, any Error>()).debounce(
      .seconds(1),
      clock: call.clock,
      cancellation: call.token,
      { @First () throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.debounce(_:clock:cancellation:_:) () throws(Failure) -> Future<Value, Failure>",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).debounce(
      .seconds(1),
      clock: call.clock,
      cancellation: call.token,
      { @First () throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.debounce(_:for:clock:cancellation:_:) (Owner) async throws(Failure) -> Value",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).debounce(
      .seconds(1),
      for: call.owner,
      clock: call.clock,
      cancellation: call.token,
      { @First (_: Owner) async throws(Problem) -> Int in
        call.runs(0)
        return try await call.work((Problem).self).value
      }
    ))
  },
  Overload(
    "Latest.debounce(_:for:clock:cancellation:_:) (Owner) async throws(Failure) -> Work",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).debounce(
      .seconds(1),
      for: call.owner,
      clock: call.clock,
      cancellation: call.token,
      { @First (_: Owner) async throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.debounce(_:for:clock:cancellation:_:) (Owner) async throws(Failure) -> Work, Value == Void",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Void, Problem>()).debounce(
      .seconds(1),
      for: call.owner,
      clock: call.clock,
      cancellation: call.token,
      { @First (_: Owner) async throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.debounce(_:for:clock:cancellation:_:) (Owner) throws -> Work, Value == Void, Failure == any Error",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Void, any Error>()).debounce(
      .seconds(1),
      for: call.owner,
      clock: call.clock,
      cancellation: call.token,
      { @First (_: Owner) throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.debounce(_:for:clock:cancellation:_:) (Owner) throws(Failure) -> Future<Value, Failure>",
    closures: 1,
    [.isolated, .token, .clock, .pauses, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).debounce(
      .seconds(1),
      for: call.owner,
      clock: call.clock,
      cancellation: call.token,
      { @First (_: Owner) throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.start(cancellation:_:) () async throws(Failure) -> Value",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).start(
      cancellation: call.token,
      { @First () async throws(Problem) -> Int in
        call.runs(0)
        return try await call.work((Problem).self).value
      }
    ))
  },
  Overload(
    "Latest.start(cancellation:_:) () async throws(Failure) -> Work",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).start(
      cancellation: call.token,
      { @First () async throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.start(cancellation:_:) () async throws(Failure) -> Work, Value == Void",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Void, Problem>()).start(
      cancellation: call.token,
      { @First () async throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.start(cancellation:_:) () throws -> Work, Value == Void, Failure == any Error",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Void, any Error>()).start(
      cancellation: call.token,
      { @First () throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Latest.start(cancellation:_:) () throws(Failure) -> Future<Value, Failure>",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(Latest<Int, Problem>()).start(
      cancellation: call.token,
      { @First () throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Sequence.firstValue(cancellation:orElse:where:) (Value) -> Bool",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended([call.input((Problem).self), call.input((Problem).self)].firstValue(
      cancellation: call.token,
      orElse: Problem(),
      where: { @First (_: Int) -> Bool in
        call.runs(0)
        return call.isFirst(0)
      }
    ))
  },
  Overload(
    "Sequence.firstValue(cancellation:where:) (Value) throws -> Bool",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended([call.input((any Error).self), call.input((any Error).self)].firstValue(
      cancellation: call.token,
      where: { @First (_: Int) throws -> Bool in
        call.runs(0)
        return call.isFirst(0)
      }
    ))
  },
  Overload(
    "Sequence.fold(_:cancellation:_:) (Output, Value) -> Output",
    closures: 1,
    [.isolated, .token]
  ) { call in
    call.ended([call.input((Problem).self), call.input((Problem).self)].fold(
      0,
      cancellation: call.token,
      { @First (_: Int, _: Int) -> Int in
        call.runs(0)
        return 1
      }
    ))
  },
  Overload(
    "Sequence.traverse(maxConcurrent:cancellation:_:) (Element) -> Future<Output, Failure>",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended([1, 2].traverse(
      maxConcurrent: 1,
      cancellation: call.token,
      { @First (_: Int) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Sequence.traverse(maxConcurrent:cancellation:_:) (Element) async -> Work",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended([1, 2].traverse(
      maxConcurrent: 1,
      cancellation: call.token,
      { @First (_: Int) async -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Sequence.traverse(maxConcurrent:cancellation:_:) (Element) async throws -> Work",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended([1, 2].traverse(
      maxConcurrent: 1,
      cancellation: call.token,
      { @First (_: Int) async throws -> Future<Int, Other> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "Sequence.traverse(maxConcurrent:cancellation:_:) (Element) async throws(Failure) -> Output",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended([1, 2].traverse(
      maxConcurrent: 1,
      cancellation: call.token,
      { @First (_: Int) async throws(Problem) -> Int in
        call.runs(0)
        return try await call.work((Problem).self).value
      }
    ))
  },
  Overload(
    "Sequence.traverse(maxConcurrent:cancellation:_:) (Element) throws(Failure) -> Future<Output, Failure>",
    closures: 1,
    [.isolated, .token, .limit, .startsWork]
  ) { call in
    call.ended([1, 2].traverse(
      maxConcurrent: 1,
      cancellation: call.token,
      { @First (_: Int) throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "SharedLoad.load(cancellation:_:) () async throws(Failure) -> Value",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(SharedLoad<Int, Problem>()).load(
      cancellation: call.token,
      { @First () async throws(Problem) -> Int in
        call.runs(0)
        return try await call.work((Problem).self).value
      }
    ))
  },
  Overload(
    "SharedLoad.load(cancellation:_:) () async throws(Failure) -> Work",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(SharedLoad<Int, Problem>()).load(
      cancellation: call.token,
      { @First () async throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "SharedLoad.load(cancellation:_:) () throws(Failure) -> Future<Value, Failure>",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(SharedLoad<Int, Problem>()).load(
      cancellation: call.token,
      { @First () throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "SharedLoads.load(_:cancellation:_:) () async throws(Failure) -> Value",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(SharedLoads<Int, Int, Problem>()).load(
      1,
      cancellation: call.token,
      { @First () async throws(Problem) -> Int in
        call.runs(0)
        return try await call.work((Problem).self).value
      }
    ))
  },
  Overload(
    "SharedLoads.load(_:cancellation:_:) () async throws(Failure) -> Work",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(SharedLoads<Int, Int, Problem>()).load(
      1,
      cancellation: call.token,
      { @First () async throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
  Overload(
    "SharedLoads.load(_:cancellation:_:) () throws(Failure) -> Future<Value, Failure>",
    closures: 1,
    [.isolated, .token, .startsWork]
  ) { call in
    call.ended(call.keep(SharedLoads<Int, Int, Problem>()).load(
      1,
      cancellation: call.token,
      { @First () throws(Problem) -> Future<Int, Problem> in
        call.runs(0)
        return call.work()
      }
    ))
  },
]
