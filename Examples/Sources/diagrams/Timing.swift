import Futures

let timingFile = #filePath

/// What depends on time.
let timing: [Diagram] = [
  Diagram(name: "delay", title: "delay passes a value on later", seconds: 5) { stage in
    let clock = stage.clock
    let page = stage.work("page", takes: 1, .success("page"))
    let other = stage.work("other", takes: 2, Result<String, Problem>.failure(Problem("offline")))

    stage.code()
    let later = page.delay(.seconds(2), clock: clock)

    stage.result("later", later)

    stage.code()
    let failed = other.delay(.seconds(2), clock: clock)

    stage.result("failed", failed)

    stage.code()
    let pause = Future<Void, any Error>.after(.seconds(4), clock: clock)

    stage.result("pause", pause)
  },

  Diagram(name: "timeout", title: "A time limit for a future ends the wait", seconds: 6) { stage in
    let clock = stage.clock
    let page = stage.work("page", takes: 5, .success("page"))

    stage.code()
    let limited = page.timeout(.seconds(3), clock: clock)

    stage.result("limited", limited)

    stage.code()
    let shown = page.timeout(.seconds(2), clock: clock, orSucceed: "no page yet")

    stage.result("shown", shown)
  },

  Diagram(name: "withTimeout", title: "withTimeout stops the work of a task", seconds: 5) {
    stage in
    let clock = stage.clock
    @Sendable func download() -> Future<String, any Error> {
      stage.work("download", takes: 4, .success("page"))
    }

    stage.code()
    @Sendable func page() async throws -> String {
      try await withTimeout(.seconds(3), clock: clock) { try await download().value }
    }

    stage.task("page()") { try await page() }
  },

  Diagram(name: "retry", title: "withRetry tries again, after pauses", seconds: 9) { stage in
    let clock = stage.clock
    @Sendable func download() -> Future<String, any Error> {
      let attempt = RetryPolicy.currentAttempt
      return stage.work(
        "attempt \(attempt)",
        takes: 1,
        attempt < 3 ? .failure(Problem("offline")) : .success("page")
      )
    }

    stage.code()
    let policy = RetryPolicy(backoff: .exponential(initial: .seconds(1)))
    @Sendable func page() async throws -> String {
      try await withRetry(policy, clock: clock) { download() }
    }

    stage.task("page()") { try await page() }
  },

]
