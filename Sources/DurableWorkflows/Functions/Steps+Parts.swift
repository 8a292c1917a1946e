internal import Workflows

extension Steps {
  /// Makes calls as a part, and records what it returns.
  ///
  /// ```swift
  /// let price = try await run.part("price") {
  ///   let base = try await run.step("base price") {
  ///     try await shop.price(of: item)
  ///   }
  ///   return try await run.step("discount") {
  ///     try await shop.discounted(base)
  ///   }
  /// }
  /// ```
  ///
  /// The names of its calls are its own. Once it is recorded, the record covers them: the part is
  /// not entered again, and its code may change. A part that throws is not recorded, and is entered
  /// again.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the part had before, under which runs may have recorded it.
  ///   - body: The calls. It runs where it is written.
  /// - Returns: The output of `body`, now or in an earlier execution.
  /// - Throws: The error of `body`.
  @discardableResult
  public nonisolated(nonsending) func part<Output: Codable & Sendable>(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Output
  ) async throws -> Output {
    try await function.part(.part(name, .codable, key, was: former), body)
  }

  // It would be chosen for a body of several statements that returns a value.

  /// Makes calls as a part without an output, and records its end.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - former: The name that the part had before, under which runs may have recorded it.
  ///   - body: The calls. It runs where it is written.
  /// - Throws: The error of `body`.
  @_disfavoredOverload
  public nonisolated(nonsending) func part(
    _ name: String,
    key: String? = nil,
    was former: String? = nil,
    @_inheritActorContext _ body: @Sendable @isolated(any) () async throws -> Void
  ) async throws {
    try await function.part(.part(name, .void, key, was: former), body)
  }

  /// Makes calls, but no longer than a time, which goes on while the run is parked.
  ///
  /// ```swift
  /// let answer = try await run.within(.seconds(3600)) {
  ///   try await run.step("ask") { try await survey.ask(order) }
  ///   return try await run.signal(answered)
  /// }
  /// ```
  ///
  /// When the time has passed, the calls are cancelled. The store stamps the end of the time and
  /// those of the calls, so every execution agrees on which came first. The names of the calls are
  /// its own.
  ///
  /// - Parameters:
  ///   - limit: The maximum time.
  ///   - name: The name of the limit.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - clock: The clock of a run without a store.
  ///   - body: The calls. It runs where it is written, in a task of its own.
  /// - Returns: The output of `body`.
  /// - Throws: `TimeoutError` if the time has passed, and the error of `body`.
  public nonisolated(nonsending) func within<Output: Sendable>(
    _ limit: Duration,
    name: String = "within",
    key: String? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async throws -> Output
  ) async throws -> Output {
    try await function.within(limit, name, key, clock, body)
  }
}

extension FunctionCall {
  fileprivate static func part(
    _ name: String,
    _ coding: PayloadCoding<Output>,
    _ key: String?,
    was former: String?
  ) -> FunctionCall {
    var coding = coding
    coding.type = FunctionJournal.Entry.part + coding.type
    return FunctionCall(name, coding, key: key, was: former)
  }
}
