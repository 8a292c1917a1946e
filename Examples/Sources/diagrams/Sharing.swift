import Futures

let sharingFile = #filePath

/// What callers share.
let sharing: [Diagram] = [
  Diagram(name: "SharedLoads", title: "SharedLoads loads once, and keeps the value", seconds: 12) {
    stage in
    let clock = stage.clock
    let numbers = Counter()
    @Sendable func download() -> Future<String, any Error> {
      let number = numbers.next()
      return stage.work("download \(number)", takes: 3, .success("page \(number)"))
    }

    stage.code()
    let retention = Retention<String>.everything(for: .seconds(4))
    let pages = SharedLoads<String, String, any Error>(keeping: retention, clock: clock)
    @Sendable func page() -> Future<String, any Error> { pages.load("/") { download() } }

    stage.schedule(at: 0) { stage.result("caller 1", page()) }
    stage.schedule(at: 1) { stage.result("caller 2", page()) }
    stage.schedule(at: 5) { stage.result("caller 3", page()) }
    stage.schedule(at: 8) { stage.result("caller 4", page()) }
  },

  Diagram(name: "abandoning", title: "A load that nobody waits for is stopped", seconds: 6) {
    stage in
    @Sendable func download() -> Future<String, any Error> {
      stage.work("download", takes: 5, .success("page"))
    }
    let pages = SharedLoads<String, String, any Error>()

    stage.code()
    let first = pages.load("/") { download() }
    let second = pages.load("/") { download() }

    stage.result("first", first)
    stage.result("second", second)
    stage.act(at: 2) { first.cancel() }
    stage.act(at: 4) { second.cancel() }
  },

  Diagram(name: "finishing", title: "A load may finish although nobody waits", seconds: 6) {
    stage in
    @Sendable func refresh() -> Future<String, any Error> {
      stage.work("refresh", takes: 3, .success("token"))
    }

    stage.code()
    let session = SharedLoad<String, any Error>(whenAbandoned: .finish)
    let first = session.load { refresh() }

    stage.result("first", first)
    stage.act(at: 1) { first.cancel() }
    stage.act(at: 4) { stage.result("second", session.load { refresh() }) }
  },

  Diagram(name: "removing", title: "What is removed is not kept", seconds: 7) { stage in
    let numbers = Counter()
    @Sendable func download() -> Future<String, any Error> {
      let number = numbers.next()
      return stage.work("download \(number)", takes: 3, .success("page \(number)"))
    }
    let pages = SharedLoads<String, String, any Error>()

    stage.code()
    @Sendable func page() -> Future<String, any Error> { pages.load("/") { download() } }

    stage.result("caller 1", page())
    stage.act(at: 1) { pages.remove("/") }
    stage.schedule(at: 2) { stage.result("caller 2", page()) }
    stage.schedule(at: 6) { stage.result("caller 3", page()) }
  },

  Diagram(name: "ConcurrencyLimit", title: "ConcurrencyLimit lets calls wait", seconds: 7) {
    stage in
    @Sendable func query(_ number: Int) -> Future<Int, any Error> {
      stage.work("query(\(number))", takes: [3, 2, 3, 1][number - 1], .success(number))
    }

    stage.code()
    let connections = ConcurrencyLimit(2)
    @Sendable func answer(_ number: Int) -> Future<Int, any Error> {
      connections.run { query(number) }
    }

    stage.result("answer(1)", answer(1))
    stage.result("answer(2)", answer(2))
    stage.schedule(at: 1) { stage.result("answer(3)", answer(3)) }
    stage.schedule(at: 1) { stage.result("answer(4)", answer(4)) }
  },

  Diagram(name: "withPermit", title: "withPermit lets tasks wait", seconds: 6) { stage in
    @Sendable func query(_ number: Int) -> Future<Int, any Error> {
      stage.work("query(\(number))", takes: 2, .success(number))
    }

    stage.code()
    let connections = ConcurrencyLimit(1)
    @Sendable func answer(_ number: Int) async throws -> Int {
      try await connections.withPermit { try await query(number).value }
    }

    stage.task("answer(1)") { try await answer(1) }
    let second = stage.task("answer(2)") { try await answer(2) }
    stage.task("answer(3)") { try await answer(3) }
    stage.act(at: 1) { second.cancel() }
  },

  Diagram(name: "Latest", title: "Latest cancels work that is superseded", seconds: 7) { stage in
    @Sendable func find(_ text: String) -> Future<String, any Error> {
      stage.work("find(\"\(text)\")", takes: 3, .success("3 hits"))
    }

    stage.code()
    let search = Latest<String, any Error>()
    @Sendable func results(_ text: String) -> Future<String, any Error> {
      search.start { find(text) }
    }

    stage.keep(search)
    stage.schedule(at: 0) { stage.result("results(\"a\")", results("a")) }
    stage.schedule(at: 2) { stage.result("results(\"ab\")", results("ab")) }
  },

  Diagram(name: "debounce", title: "debounce waits for a pause", seconds: 7) { stage in
    let clock = stage.clock
    @Sendable func find(_ text: String) -> Future<String, any Error> {
      stage.work("find(\"\(text)\")", takes: 2, .success("3 hits"))
    }

    stage.code()
    let search = Latest<String, any Error>()
    @Sendable func results(_ text: String) -> Future<String, any Error> {
      search.debounce(.seconds(2), clock: clock) { find(text) }
    }

    stage.keep(search)
    stage.schedule(at: 0) { stage.result("results(\"a\")", results("a")) }
    stage.schedule(at: 1) { stage.result("results(\"ab\")", results("ab")) }
    stage.schedule(at: 2) { stage.result("results(\"abc\")", results("abc")) }
  },

  Diagram(name: "InterestCounter", title: "Work stops with its last share", seconds: 5) { stage in
    let download = stage.work("download", takes: 5, .success("poster"))

    stage.code()
    let poster = InterestCounter(download) { download.cancel() }
    let inList = poster.share()
    let inDetail = poster.share()

    stage.result("inList", inList)
    stage.result("inDetail", inDetail)
    stage.act(at: 1) { inList.cancel() }
    stage.act(at: 3) { inDetail.cancel() }
  },
]
