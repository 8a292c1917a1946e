import BrightFuturesCompat
import Dispatch
import Foundation
import Testing

/// Callbacks, contexts, tokens, logging and waiting.
///
/// - `onComplete`, `onSuccess`, `onFailure`: `{ }`, `(callback: ·)`, `(context) { }`, `(context,
///   callback: ·)`
/// - `andThen`: `{ }`, `(callback: ·)`, `(context:) { }`, `(context:callback: ·)`
/// - `delay`: `(interval)`, `(queue, interval:)`
/// - `forced`: `()`, `(time)`
/// - `debug`: `()`, `(name)`, `(name, logger:)`, `(logger:)`, `(context:)`, with
///   `file:line:function:`
/// - contexts: `defaultContext()`, `immediateExecutionContext`, `immediateOnMainExecutionContext`,
///   `maxStackDepthExecutionContext`, `DispatchQueue.context`, `OperationQueue.context`,
///   `DispatchSemaphore.context`, called, stored, composed, by name
/// - tokens: `validContext`, `validContext()`, `validContext(context)`, of a token and of a type of
///   one's own
/// - `get`: `try await`, caught and cast
@Suite(.timeLimit(.minutes(10))) struct CallbackForms {
  @Test func callbacksOnAContext() {
    let notes = Notes()
    one.onComplete(held) { notes.note($0) }.onSuccess(held) { notes.note($0) }
    bad.onFailure(held) { notes.note($0) }
    one.onComplete(immediateExecutionContext) { result in notes.note(result) }
    one.onSuccess(immediateExecutionContext, callback: notes.noteNumber)
    one.onSuccess(held, callback: notes.noteNumber).onFailure(held, callback: notes.noteFlaw)
    one.onComplete(held, callback: notes.noteResult)
    bad.onFailure(held, callback: notes.noteFlaw)
    bad.onFailure(immediateExecutionContext, callback: notes.noteFlaw)
    #expect(
      notes.lines == [
        "success(1)", "1", "a", "success(1)", "1", "1", "success(1)", "a", "a",
      ]
    )
  }

  @Test func callbacksOnTheDefaultContext() {
    let notes = Notes()
    withDefaultContext(held) {
      one.onComplete { notes.note($0) }
      one.onSuccess { notes.note($0) }.onFailure { notes.note($0) }
      bad.onFailure { error in notes.note(error) }
      one.onComplete(callback: notes.noteResult)
      one.onSuccess(callback: notes.noteNumber)
      bad.onFailure(callback: notes.noteFlaw)
      one.andThen { notes.note($0) }.andThen(callback: notes.noteResult)
    }
    #expect(
      notes.lines == [
        "success(1)", "1", "a", "success(1)", "1", "a", "success(1)", "success(1)",
      ]
    )
  }

  @Test func callbacksMayBeStored() {
    let notes = Notes()
    let completion: Future<Int, Flaw>.CompletionCallback = { notes.note($0) }
    let success: Future<Int, Flaw>.SuccessCallback = { notes.note($0) }
    let failure: Future<Int, Flaw>.FailureCallback = { notes.note($0) }
    one.onComplete(held, callback: completion).onSuccess(held, callback: success)
    bad.onFailure(held, callback: failure)
    var plain: ((Int) -> Void)?
    plain = { notes.note($0) }
    if let plain = plain { one.onSuccess(held, callback: plain) }
    #expect(notes.lines == ["success(1)", "1", "a", "1"])
  }

  @Test func andThenHasItsForms() {
    let notes = Notes()
    let end = one.andThen(context: held) { notes.note($0) }
      .andThen(context: immediateExecutionContext) { _ in notes.note("second") }
      .andThen(context: held, callback: notes.noteResult)
    #expect(end.value == 1)
    #expect(notes.lines == ["success(1)", "second", "success(1)"])
    var answer = 10
    _ = Future<Int, Never>(value: 4)
      .andThen(context: held) { answer *= $0.value! }
      .andThen(context: held) { _ in answer += 2 }
    #expect(answer == 42)
  }

  @Test func delaysAndWaiting() {
    #expect(one.delay(.milliseconds(0)).forced() == .success(1))
    #expect(one.delay(.global(), interval: .milliseconds(0)).forced() == .success(1))
    #expect(one.forced() == .success(1))
    #expect(one.forced(.now() + .seconds(1)) == .success(1))
    #expect(one.delay(1.milliseconds).forced(10.seconds.fromNow) == .success(1))
    #expect(one.forced(DispatchTime.distantFuture)?.value == 1)
    #expect(Future<Int, Flaw>().forced(.now()) == nil)
  }

  @Test func debugHasItsForms() {
    let lines = Lines()
    _ = one.debug("a", logger: lines, context: held)
    _ = one.debug(logger: lines, file: "/x/F.swift", line: 3, function: "f()", context: held)
    withDefaultContext(held) {
      _ = one.debug("b", logger: lines).debug(
        nil,
        logger: lines,
        file: "G.swift",
        line: 4,
        function: "g"
      )
    }
    #expect(
      lines.all == [
        "Future a completed", "F.swift at line 3, func: f() - future completed",
        "Future b completed", "G.swift at line 4, func: g - future completed",
      ]
    )
    _ = one.debug()
    _ = one.debug("c")
    _ = one.debug("c", context: DispatchQueue.global().context)
  }

  @Test func contextsAreClosures() {
    let notes = Notes()
    let composed: ExecutionContext = { task in
      notes.note("composed")
      held(task)
    }
    let all: [ExecutionContext] = [
      immediateExecutionContext, maxStackDepthExecutionContext, composed,
      DispatchSemaphore(value: 1).context, { task in task() }, { $0() }, { runNow($0) },
    ]
    for context in all { one.onSuccess(context, callback: notes.noteNumber) }
    one.onSuccess({ task in task() }) { notes.note($0) }
    one.onSuccess(runNow) { notes.note($0) }
    #expect(notes.lines.filter { $0 == "1" }.count == all.count + 2)
    var variable: ExecutionContext = immediateExecutionContext
    variable { notes.note("variable") }
    variable = composed
    variable { notes.note("variable") }
    #expect(notes.lines.suffix(3) == ["variable", "composed", "variable"])
    immediateExecutionContext { notes.note("called") }
    composed { notes.note("called") }
    #expect(notes.lines.suffix(3) == ["called", "composed", "called"])
    func chosen(_ context: @escaping ExecutionContext = defaultContext()) -> ExecutionContext {
      return context
    }
    _ = (chosen(), chosen(immediateExecutionContext), chosen(DispatchQueue.main.context))
    _ = (immediateOnMainExecutionContext, OperationQueue().context, OperationQueue.main.context)
  }

  @Test func tokensHaveTheirForms() {
    let notes = Notes()
    let token = InvalidationToken()
    let other: InvalidationTokenType = OwnToken()
    withDefaultContext(held) {
      one.onSuccess(token.validContext) { notes.note($0) }
      one.onSuccess(token.validContext()) { notes.note($0) }
      one.onSuccess(token.validContext(immediateExecutionContext)) { notes.note($0) }
      one.onSuccess(token.validContext(held), callback: notes.noteNumber)
      one.onSuccess(other.validContext) { notes.note($0) }
      one.onSuccess(other.validContext()) { notes.note($0) }
      one.onSuccess(OwnToken().validContext(DispatchSemaphore(value: 1).context)) { notes.note($0) }
    }
    #expect(notes.lines == Array(repeating: "1", count: 7))
    let manual: ManualInvalidationTokenType = token
    manual.invalidate()
    one.onSuccess(token.validContext(held), callback: notes.noteNumber)
    #expect(token.isInvalid && notes.lines.count == 7)
    #expect(token.future.error == .invalidationTokenInvalidated)
  }

  @Test func futuresCanBeAwaited() async throws {
    #expect(try await one.get() == 1)
    #expect(await Future<Int, Never>(value: 2).get() == 2)
    #expect(await Async(result: 3).get() == 3)
    var caught: Flaw?
    do { _ = try await bad.get() } catch {
      if let flaw = error as? Flaw { caught = flaw }
    }
    #expect(caught == .a)
    do { _ = try await bad.get() } catch let error as Flaw { caught = error } catch { caught = nil }
    #expect(caught == .a)
    do { _ = try await bad.get() } catch Flaw.a { caught = .b }
    #expect(caught == .b)
    #expect((try? await bad.get()) == nil)
    func rethrow() async throws -> Int { return try await bad.get() }
    await #expect(throws: Flaw.a) { try await rethrow() }
  }
}

private func runNow(_ task: @escaping () -> Void) { task() }

private class Lines: LoggerType {
  var all: [String] = []

  func log(message: String) { all.append(message) }
}

private class OwnToken: InvalidationTokenType {
  var isInvalid: Bool { return false }
  let future = Future<Never, BrightFuturesError<Never>>()
}
