import BrightFuturesCompat
import Dispatch
import Testing

/// A view model as it was written for BrightFutures; nothing is annotated, and the module is on the
/// main actor by default.
private final class Model {
  let token = InvalidationToken()
  var title = ""
  var problem: (any Error)?
  var isLoading = false
  var notes: [String] = []

  @discardableResult
  func note(_ text: String) -> String {
    notes.append("\(text) on \(place())")
    return text
  }

  // Methods to pass by name.
  func show(_ number: Int) { note("show") }
  func fail(_ error: Broken) { note("fail") }
  func end(_ result: Result<Int, Broken>) { note("end") }
  func text(_ number: Int) -> String { note("text") }
  func load(_ number: Int) -> Future<Int, Broken> {
    note("load")
    return Future(value: number)
  }
  func check(_ number: Int) -> Result<Int, Broken> {
    note("check")
    return .success(number)
  }
  func wants(_ number: Int) -> Bool { note("wants") != "" }
  func add(_ sum: Int, _ number: Int) -> Int {
    note("add")
    return sum + number
  }
  func rescue(_ error: Broken) -> Int {
    note("rescue")
    return 0
  }
  func retry(_ error: Broken) -> Future<Int, Broken> { load(0) }
  func other(_ error: Broken) -> Broken {
    note("other")
    return error
  }

  func callbacks(_ future: Future<Int, Broken>) {
    future
      .onSuccess { number in
        self.title = "\(number)"
        self.note("success")
      }
      .onFailure { error in
        self.problem = error
        self.note("failure")
      }
      .onComplete { [weak self] _ in self?.note("complete") }
    future.onSuccess(callback: show).onFailure(callback: fail).onComplete(callback: end)
  }

  func callbacksOnContexts(_ future: Future<Int, Broken>) {
    future.onSuccess(token.validContext) { self.show($0) }
    future.onSuccess(token.validContext(), callback: show)
    future.onSuccess(DispatchQueue.main.context) { self.show($0) }
    future.onSuccess(.immediateOnMain, callback: show)
    future.onFailure(token.validContext) { self.fail($0) }
    future.onComplete(DispatchQueue.main.context, callback: end)
  }

  func transforms(_ future: Future<Int, Broken>) -> [Future<Void, Never>] {
    return [
      future.map { self.text($0) }.settled,
      future.map(text).settled,
      future.map(token.validContext) { self.text($0) }.settled,
      future.map(DispatchQueue.main.context, f: text).settled,
      future.flatMap { self.load($0) }.settled,
      future.flatMap(load).settled,
      future.flatMap(token.validContext) { self.load($0) }.settled,
      future.flatMap { self.check($0) }.settled,
      future.flatMap(check).settled,
      future.andThen { self.end($0) }.andThen(callback: end).settled,
      future.filter { self.wants($0) }.settled,
      future.filter(wants).settled,
      [future].fold(0) { self.add($0, $1) }.settled,
      [future].fold(0, f: add).settled,
      [future].find { self.wants($0) }.settled,
      [future].find(wants).settled,
    ]
  }

  func rescues(_ future: Future<Int, Broken>) -> [Future<Void, Never>] {
    return [
      future.recover { self.rescue($0) }.settled,
      future.recover(task: rescue).settled,
      future.recover(context: token.validContext) { self.rescue($0) }.settled,
      future.recoverWith { self.retry($0) }.settled,
      future.recoverWith(task: retry).settled,
      future.mapError { self.other($0) }.settled,
      future.mapError(other).settled,
    ]
  }

  func variables(_ future: Future<Int, Broken>) -> Future<Void, Never> {
    #if swift(>=6)
    let show: @MainActor (Int) -> Void = { _ in self.note("variable") }
    let wants: @MainActor (Int) -> Bool = { self.wants($0) }
    #else
    let show: (Int) -> Void = { _ in self.note("variable") }
    let wants: (Int) -> Bool = { self.wants($0) }
    #endif
    future.onSuccess(callback: show)
    return future.filter(wants).settled
  }

  func sequences() -> Future<[Int], Broken> {
    return [1, 2].traverse { self.load($0) }
  }

  func work() -> Future<Int, Broken> {
    return Future { complete in
      self.isLoading = true
      self.note("resolver")
      complete(.success(1))
    }
  }
}

extension Future {
  fileprivate nonisolated var settled: Future<Void, Never> {
    asVoid().recover(context: immediateExecutionContext) { _ in }
  }
}

extension Sequence where Element == Future<Void, Never> {
  fileprivate nonisolated func all() -> Future<Void, Never> { sequence().asVoid() }
}

/// Closures and functions that are passed in main-actor code run on the main actor.
@Suite(.timeLimit(.minutes(10))) struct BrightFuturesModelTests {
  private let model = Model()
  private let promise = Promise<Int, Broken>()

  private func all(_ count: Int, are texts: String...) -> Bool {
    let notes = Set(model.notes.map { $0.replacing(" on main", with: "") })
    return model.notes.count == count && notes == Set(texts)
      && model.notes.allSatisfy { $0.hasSuffix(" on main") }
  }

  @Test func callbacksOfAModelRunOnTheMainActor() async {
    model.callbacks(promise.future)
    network.async { [promise] in promise.success(1) }
    await promise.future.andThen { _ in }.settled.get()
    #expect(
      model.notes == ["success", "complete", "show", "end"].map { "\($0) on main" }
    )
    #expect(model.title == "1")
  }

  @Test func callbacksAfterAFailure() async {
    model.callbacks(promise.future)
    network.async { [promise] in promise.failure(Broken()) }
    await promise.future.andThen { _ in }.settled.get()
    #expect(model.notes == ["failure", "complete", "fail", "end"].map { "\($0) on main" })
    #expect(model.problem is Broken)
  }

  @Test func callbacksOnContexts() async {
    model.callbacksOnContexts(promise.future)
    network.async { [promise] in promise.success(1) }
    await promise.future.andThen { _ in }.settled.get()
    #expect(all(5, are: "show", "end"), "\(model.notes)")
  }

  @Test func closuresOfTransformsRunOnTheMainActor() async {
    let ends = model.transforms(promise.future).all()
    network.async { [promise] in promise.success(1) }
    await ends.get()
    #expect(all(17, are: "text", "load", "check", "end", "wants", "add"), "\(model.notes)")
  }

  @Test func closuresThatRescueRunOnTheMainActor() async {
    let ends = model.rescues(promise.future).all()
    network.async { [promise] in promise.failure(Broken()) }
    await ends.get()
    #expect(all(7, are: "rescue", "load", "other"), "\(model.notes)")
  }

  @Test func closuresInVariables() async {
    let end = model.variables(promise.future)
    network.async { [promise] in promise.success(1) }
    await end.get()
    await promise.future.andThen { _ in }.settled.get()
    #expect(all(2, are: "variable", "wants"), "\(model.notes)")
  }

  @Test func closuresThatStartWorkRunOnTheMainActor() async throws {
    #expect(try await model.sequences().get() == [1, 2])
    #expect(model.work().value == 1)
    let asynchronous = Future<Int, Never> { [model] in
      model.note("async")
      await Task.yield()
      model.note("async")
      return 1
    }
    #expect(await asynchronous.get() == 1)
    #expect(all(5, are: "load", "resolver", "async"), "\(model.notes)")
  }

  @Test func theDefaultContextAlwaysHops() async {
    promise.success(1)
    model.callbacks(promise.future)
    #expect(model.notes == [])
    promise.future.onSuccess(.immediateOnMain) { _ in }
    await promise.future.andThen { _ in }.settled.get()
    #expect(model.notes.count == 4)
  }

  @Test func aReplacedDefaultContextTakesNothingOffTheMainActor() async {
    await withDefaultContext(network.context) {
      let end = [
        promise.future.map { self.model.text($0) }.settled,
        promise.future.onSuccess(model.token.validContext) { self.model.show($0) }
          .andThen { self.model.end($0) }.settled,
      ].all()
      promise.success(1)
      await end.get()
    }
    #expect(all(3, are: "text", "show", "end"), "\(model.notes)")
  }

  @Test func aTokenMutesClosuresOfTheMainActor() async {
    model.callbacksOnContexts(promise.future)
    model.token.invalidate()
    network.async { [promise] in promise.success(1) }
    await promise.future.andThen { _ in }.settled.get()
    #expect(model.notes.filter { $0 == "show on main" }.count == 2, "\(model.notes)")
  }

  @Test func nonisolatedCodeKeepsTheRuleOfBrightFutures() async {
    let places = await nonisolatedCode().get()
    #expect(places == ["elsewhere", "elsewhere", "elsewhere", "main", "network"])
  }
}

/// Calls on `network`, which has no default context of its own.
private nonisolated func nonisolatedCode() -> Future<[String], Never> {
  @Sendable func byName(_ number: Int) -> String { place() }
  return network.asyncValue {
    let one = Future<Int, Never>(value: 1)
    return [
      one.map { _ in place() },
      one.map(byName),
      [one].fold("") { _, _ in place() },
      one.map(DispatchQueue.main.context) { _ in place() },
      one.map(immediateExecutionContext) { _ in place() },
    ].sequence()
  }.flatten()
}
