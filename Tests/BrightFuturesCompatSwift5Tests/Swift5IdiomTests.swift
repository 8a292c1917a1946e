import BrightFuturesCompat
import Foundation
import Testing

/// Code written for BrightFutures 8.2 compiles in Swift 5 mode without edits, and does what it did.
@Suite(.timeLimit(.minutes(10))) struct Swift5IdiomTests {
  @Test func theLanguageModeIsFive() {
    #if swift(>=6)
    Issue.record("this target is to be compiled in Swift 5 mode")
    #endif
  }

  @Test func aChainDeliversItsValue() {
    let idioms = Idioms()
    #expect(idioms.chain().forced() == .success(4))
    #expect(idioms.seen == ["ada!"])
  }

  @Test func callbacksMayChangeWhatTheyCapture() {
    let idioms = Idioms()
    let done = DispatchSemaphore(value: 0)
    let user = idioms.wrapping()
    user.onComplete(immediateExecutionContext) { _ in }
    idioms.callbacks { done.signal() }
    done.wait()
    // Its callbacks run in any order, but one at a time.
    #expect(idioms.count <= 1)
  }

  @Test func wrappingAndProviding() {
    let idioms = Idioms()
    #expect(idioms.wrapping().forced().value?.name == "ada")
    #expect(idioms.resolver().forced().value?.name == "ada")
    #expect(idioms.wrappingOthers().forced().error == nil)
    #expect(idioms.keyPaths().forced() == .success(3))
    #expect(idioms.queues().forced().value?.name == "queue")
    #expect(idioms.results().value?.name == "ada")
  }

  @Test func sequencesAndRecovery() {
    let idioms = Idioms()
    #expect(idioms.sequences().forced() == .success("adaeveadaeve"))
    #expect(idioms.coalescing().forced().value?.name == "nobody")
  }

  @Test func genericClassesAndExtensions() {
    let service = MemoryService()
    let cache = Cache<String, User> { service.user(named: $0) }
    let first = cache.item(for: "ada").forced().value
    #expect(first === cache.item(for: "ada").forced().value)
    #expect(service.user(named: "").orOffline(User(name: "x")).names.forced() == .success("x"))
    #expect(
      service.user(named: "").erased().forced().error?.underlying as? AppError == .unknown("")
    )
    #expect(service.user(named: "ada").paired(with: 1).forced().value?.1 == 1)
    #expect(
      firstNonEmpty([Future(value: []), Future(value: [User(name: "a")])]).forced().value?.count
        == 1
    )
    var attempts = 0
    let retried: Future<Int, AppError> = retry(3) {
      attempts += 1
      return attempts < 3 ? Future(error: .offline) : Future(value: attempts)
    }
    #expect(retried.forced() == .success(3))
    let lines = NSMutableArray()
    #expect(Future<Int, AppError>(value: 1).logged(lines).isSuccess)
    #expect(lines.count == 1)
  }

  @Test func contextsAreClosures() {
    let idioms = Idioms()
    for context in idioms.contexts() where idioms.count == 0 {
      #expect(Future<Int, Never>(value: 1).map(context) { $0 + 1 }.value == 2)
    }
    #expect(idioms.count == 1)
    #expect(idioms.contexts().count == 6)
    #expect(idioms.functionAsContext().value == 2)
  }

  @Test func tokensAndLoggers() {
    let promise = Promise<User, AppError>()
    let controller = ProfileViewController()
    controller.viewDidAppear(promise.future)
    controller.viewDidDisappear()
    promise.success(User(name: "late"))
    #expect(controller.title == "")
    let waiter = Waiter<Int, AppError>(context: immediateExecutionContext)
    waiter.wait(for: Future(value: 1))
    #expect(waiter.results == [.success(1)])
    let logger = MemoryLogger()
    #expect(Idioms().debugging(logger).forced().value?.name == "ada")
    #expect(logger.lines == ["Future ada completed"])
  }
}
