import BenchmarkHarness

extension Side {
  /// Ten Swift tasks, each awaiting the previous one, on one thread; the first awaits a
  /// continuation.
  static func taskChain<P: Payload>(of payload: P.Type, links: Int) -> Side {
    Side("swift-task") { iterations in
      let value = P.sample()
      let executor = DrainingExecutor()
      let slot = Slot<CheckedContinuation<P, Never>>()
      for _ in 0..<iterations {
        var task = Task(executorPreference: executor) {
          await withCheckedContinuation { slot.put($0) }
        }
        for _ in 0..<links {
          let previous = task
          task = Task(executorPreference: executor) { await previous.value.next() }
        }
        let last = task
        _ = Task(executorPreference: executor) { blackHole(await last.value) }
        executor.drain()
        slot.take()?.resume(returning: value)
        executor.drain()
      }
    }
  }

  /// A task group with a child task for each value, whose results the group collects in order.
  static func taskGroup<P: Payload>(of payload: P.Type, count: Int) -> Side {
    Side("task-group") { iterations in
      let value = P.sample()
      let executor = DrainingExecutor()
      _ = Task(executorPreference: executor) {
        for _ in 0..<iterations {
          let values = await withTaskGroup(of: (Int, P).self) { group in
            for index in 0..<count { group.addTask { (index, value) } }
            var values = [P?](repeating: nil, count: count)
            for await (index, value) in group { values[index] = value }
            return values.compactMap { $0 }
          }
          blackHole(values)
        }
      }
      executor.drain()
    }
  }
}
