import Futures

let cancellingFile = #filePath

/// What cancellation reaches, and what it leaves alone.
let cancelling: [Diagram] = [
  Diagram(name: "cancelDerived", title: "Cancelling leaves alone what came before", seconds: 5) {
    stage in
    let page = stage.work("page", takes: 4, .success("page"))

    stage.code()
    let title = page.map { text in text + "!" }
    let loud = title.map { text in text.uppercased() }

    stage.result("title", title)
    stage.result("loud", loud)
    stage.act(at: 2) { title.cancel() }
  },

  Diagram(name: "cancelCombined", title: "Cancelling a result leaves its futures alone", seconds: 5)
  { stage in
    let a = stage.work("a", takes: 3, .success(1))
    let b = stage.work("b", takes: 4, .success(2))

    stage.code()
    let both = [a, b].all()

    stage.result("both", both)
    stage.act(at: 2) { both.cancel() }
  },

  Diagram(
    name: "awaiting",
    title: "Cancelling a task that waits leaves the future alone",
    seconds: 5
  ) { stage in
    let page: Future<String, any Error> = stage.work("page", takes: 4, .success("page"))

    stage.code()
    let first = stage.task("first") { try await page.value }
    let second = stage.task("second") { try await page.value }

    stage.keep(second)
    stage.act(at: 2) { first.cancel() }
  },

  Diagram(name: "restart", title: "restart cancels what came before", seconds: 7) { stage in
    let numbers = Counter()
    @Sendable func load(_ token: CancellationToken) -> Future<String, any Error> {
      withCancellationScope(linkedTo: token) {
        stage.work("load \(numbers.next())", takes: 3, .success("items"))
      }
    }

    stage.code()
    let loads = CancellationSource()
    @Sendable func items() -> Future<String, any Error> { load(loads.restart()) }

    stage.schedule(at: 0) { stage.result("items() 1", items()) }
    stage.schedule(at: 2) { stage.result("items() 2", items()) }
  },

  Diagram(name: "cancelAfter", title: "A source can cancel after a while", seconds: 5) { stage in
    let clock = stage.clock
    @Sendable func load(_ name: String) -> Future<String, any Error> {
      stage.work(name, takes: name == "near" ? 1 : 4, .success("page"))
    }

    stage.code()
    let source = CancellationSource()
    let pages = ["near", "far"].traverse(cancellation: source.token) { load($0) }
    source.cancel(after: .seconds(3), clock: clock)

    stage.result("pages", pages)
  },

  Diagram(name: "cancelSource", title: "A source cancels all that took its token", seconds: 5) {
    stage in
    @Sendable func load(_ number: Int) -> Future<Int, any Error> {
      stage.work("load(\(number))", takes: [1, 4, 4, 2][number - 1], .success(number))
    }

    stage.code()
    let source = CancellationSource()
    let values = [1, 2, 3, 4]
      .traverse(maxConcurrent: 2, cancellation: source.token) { load($0) }

    stage.result("values", values)
    stage.act(at: 2) { source.cancel() }
  },

  Diagram(name: "scope", title: "A scope stops whichever work is under way", seconds: 5) { stage in
    @Sendable func find() -> Future<Int, any Error> { stage.work("find", takes: 2, .success(7)) }
    @Sendable func load(_ id: Int) -> Future<String, any Error> {
      stage.work("load", takes: 3, .success("page"))
    }

    stage.code()
    let page = withCancellationScope { find().flatMap { id in load(id) } }

    stage.result("page", page)
    stage.act(at: 3) { page.cancel() }
  },

  Diagram(name: "scopeEnds", title: "A scope ends with its result", seconds: 5) { stage in
    @Sendable func load(_ name: String, _ seconds: Double) -> Future<String, any Error> {
      stage.work(name, takes: seconds, .success(name))
    }
    let (near, far) = (2.0, 4.0)

    stage.code()
    let first = withCancellationScope {
      [load("near", near), load("far", far)].firstCompleted()
    }

    stage.result("first", first)
  },

  Diagram(name: "brokenPromise", title: "A dropped promise breaks", seconds: 5) { stage in
    let owner = Keeper(Promise<Int, any Error>())
    let answer = owner.promise!.future

    stage.code()
    let doubled = answer.map { $0 * 2 }
    let known = doubled.recover { _ in 0 }

    stage.result("answer", answer)
    stage.result("doubled", doubled)
    stage.result("known", known)
    stage.act(at: 3) { owner.promise = nil }
  },

  Diagram(name: "invalidation", title: "Invalidation mutes callbacks", seconds: 5) { stage in
    let page = stage.work("page", takes: 4, .success("page"))

    @Sendable func store(_ page: String) { stage.ran("store") }
    @Sendable func show(_ page: String) { stage.ran("show") }

    stage.code()
    let visible = InvalidationToken()
    page.onSuccess { page in store(page) }
    page.on(visible.validContext).onSuccess { page in show(page) }
    let text = page.on(visible.validContext).map { $0.uppercased() }

    stage.result("text", text)
    stage.act(at: 2) { visible.invalidate() }
  },
]
