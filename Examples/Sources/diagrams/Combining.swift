import Futures

let combiningFile = #filePath

/// What makes one future of one or several.
let combining: [Diagram] = [
  Diagram(name: "flatMap", title: "flatMap starts work with a value", seconds: 5) { stage in
    @Sendable func find(_ name: String) -> Future<Int, any Error> {
      stage.work("find", takes: 2, .success(7))
    }
    @Sendable func forecast(at place: Int) -> Future<String, any Error> {
      stage.work("forecast", takes: 2, .success("fair"))
    }

    stage.code()
    let text = find("Oslo")
      .flatMap { place in forecast(at: place) }
      .map { text in text.uppercased() }

    stage.result("text", text)
  },

  Diagram(
    name: "flatMapError",
    title: "recover replaces a failure; flatMapError starts other work",
    seconds: 5
  ) { stage in
    let page = stage.work("page", takes: 2, Result<String, Problem>.failure(Problem("offline")))
    @Sendable func cachedPage() -> Future<String, any Error> {
      stage.work("cachedPage", takes: 1, .success("old page"))
    }

    stage.code()
    let text = page.recover { _ in "no page" }

    stage.result("text", text)

    stage.code()
    let shown = page.flatMapError { _ in cachedPage() }

    stage.result("shown", shown)
  },

  Diagram(
    name: "zip",
    title: "zip waits for all, and fails in the order of the futures",
    seconds: 5
  ) {
    stage in
    let a = stage.work("a", takes: 3, .success(1))
    let b = stage.work("b", takes: 1, .success("x"))
    let c = stage.work("c", takes: 2, Result<Int, Problem>.failure(Problem("offline")))

    stage.code()
    let both = zip(a, b)

    stage.result("both", both)

    stage.code()
    let three = zip(a, b, c)

    stage.result("three", three)
  },

  Diagram(name: "all", title: "What all() does when futures fail", seconds: 6) { stage in
    let a = stage.work("a", takes: 3, .success(1))
    let b = stage.work("b", takes: 4, Result<Int, Problem>.failure(Problem("offline")))
    let c = stage.work("c", takes: 1, Result<Int, Problem>.failure(Problem("denied")))
    let d = stage.work("d", takes: 5, .success(4))

    stage.code()
    let fast = [a, b, c, d].all()

    stage.result("fast", fast)

    stage.code()
    let inOrder = [a, b, c, d].all(.failInOrder)

    stage.result("inOrder", inOrder)

    stage.code()
    let atEnd = [a, b, c, d].all(.waitForAll)

    stage.result("atEnd", atEnd)
  },

  Diagram(name: "allSettled", title: "allSettled waits for every outcome", seconds: 5) { stage in
    let a = stage.work("a", takes: 3, .success(1))
    let b = stage.work("b", takes: 1, Result<Int, Problem>.failure(Problem("offline")))
    let c = stage.work("c", takes: 4, .success(3))

    stage.code()
    let outcomes = [a, b, c].allSettled()

    stage.result("outcomes", outcomes)
  },

  Diagram(name: "firstCompleted", title: "The first outcome, or the first value", seconds: 5) {
    stage in
    let a = stage.work("a", takes: 4, .success(1))
    let b = stage.work("b", takes: 1, Result<Int, Problem>.failure(Problem("offline")))
    let c = stage.work("c", takes: 2, .success(3))

    stage.code()
    let outcome = [a, b, c].firstCompleted()

    stage.result("outcome", outcome)

    stage.code()
    let value = [a, b, c].firstSuccess()

    stage.result("value", value)
  },

  Diagram(name: "race", title: "withRace stops the work that loses", seconds: 5) { stage in
    @Sendable func download(from mirror: String) -> Future<String, any Error> {
      switch mirror {
      case "near": stage.work("near", takes: 4, .success("page"))
      default: stage.work("far", takes: 2, .success("page"))
      }
    }

    stage.code()
    @Sendable func page() async throws -> String {
      try await withRace {
        download(from: "near")
      } or: {
        download(from: "far")
      }
    }

    stage.task("page()") { try await page() }
  },

  Diagram(name: "firstValue", title: "firstValue tests values in input order", seconds: 5) {
    stage in
    let a = stage.work("a", takes: 3, .success(1))
    let b = stage.work("b", takes: 1, .success(8))
    let c = stage.work("c", takes: 2, .success(9))
    let d: Future<Int, any Error> = stage.work("d")

    stage.code()
    let large = [a, b, c, d].firstValue { number in number > 5 }

    stage.result("large", large)
  },

  Diagram(name: "fold", title: "fold combines values in input order", seconds: 5) { stage in
    let a = stage.work("a", takes: 2, .success("1"))
    let b = stage.work("b", takes: 1, .success("2"))
    let c = stage.work("c", takes: 4, .success("3"))

    stage.code()
    let text = [a, b, c].fold("0") { text, digit in text + digit }

    stage.result("text", text)
  },

  Diagram(name: "traverse", title: "traverse starts a limited number at a time", seconds: 6) {
    stage in
    @Sendable func load(_ number: Int) -> Future<Int, any Error> {
      stage.work("load(\(number))", takes: [2, 3, 1, 2][number - 1], .success(number * 10))
    }

    stage.code()
    let values = [1, 2, 3, 4].traverse(maxConcurrent: 2) { number in load(number) }

    stage.result("values", values)
  },

  Diagram(name: "completions", title: "completions come in the order of time", seconds: 5) {
    stage in
    let a = stage.work("a", takes: 3, .success(1))
    let b = stage.work("b", takes: 1, Result<Int, Problem>.failure(Problem("offline")))
    let c = stage.work("c", takes: 4, .success(3))
    @Sendable func show(_ offset: Int) { stage.ran("show(\(offset))") }

    stage.code()
    @Sendable func showAll() async {
      for await (offset, _) in [a, b, c].completions() { show(offset) }
    }

    stage.task("showAll()") { await showAll() }
  },

  Diagram(name: "contexts", title: "Where closures run", seconds: 5) { stage in
    let number = stage.work("number", takes: 1, .success(20))
    let disk = stage.context("disk", freeAt: 3)
    @Sendable func show(_ name: String) { stage.ran("show(\"\(name)\")") }
    @Sendable func halve(_ number: Int) -> Int {
      stage.ran("halve")
      return number / 2
    }

    stage.code()
    number.onSuccess { _ in show("a") }
    let half = number.on(disk).map { number in halve(number) }
    half.onSuccess { _ in show("b") }
    number.onSuccess { _ in show("c") }

    stage.result("half", half)
  },
]
