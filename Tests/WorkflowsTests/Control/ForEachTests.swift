import Futures
import Testing
import TestSupport
import Workflows

@Suite struct ForEachTests {
  @Test func outputsAreInTheOrderOfTheElements() async throws {
    let gates = (0..<3).map { Gate<Int>("gate \($0)") }
    let run = ForEach {
      Perform.withContext { (index: Int, context: StepContext) in
        try await gates[index].run(index * 10, in: context)
      }
    }.then { $0 }.start([0, 1, 2])
    for gate in gates { try await gate.arrival() }
    for gate in gates.reversed() { gate.open() }
    #expect(try await run.value == [0, 10, 20])
  }

  @Test(arguments: [1, 3, 100])
  func noMoreThanTheLimitRunAtTheSameTime(_ limit: Int) async throws {
    let running = Counter()
    let most = Box(0)
    let step = ForEach(maxConcurrent: limit) {
      Perform { (number: Int) in
        let now = running.add()
        most.value = max(most.value, now)
        await Task.yield()
        running.add(-1)
        return number
      }
    }
    #expect(try await step.then { $0 }(Array(0..<50)) == Array(0..<50))
    #expect(most.value <= limit)
    #expect(most.value >= 1)
  }

  @Test func anyCollectionWillDo() async throws {
    let doubled = ForEach(in: ClosedRange<Int>.self, maxConcurrent: 2) {
      Perform { (number: Int) in number * 2 }
    }
    #expect(try await doubled.then { $0 }(1...3) == [2, 4, 6])
  }

  @Test func anElementThatIsDoneCountsAndHasEndedInTheTrace() async throws {
    let gate = Gate<Int>()
    let trace = Trace()
    let run = Workflow {
      ForEach(in: [Int].self, maxConcurrent: 1) {
        Perform.withContext { (number: Int, context: StepContext) in
          number == 2 ? try await gate.run(number, in: context) : number
        }
      }
    }.start([1, 2], options: RunOptions(trace: trace))
    try await gate.arrival()
    #expect(run.fractionCompleted == 0.5)
    let spans = trace.spans
    #expect(spans.first { $0.name == "#1" }?.outcome == .succeeded)
    #expect(spans.first { $0.name == "#2" }?.outcome == .running)
    gate.open()
    _ = try await run.value
  }

  @Test func noElementsGiveNoOutputs() async throws {
    let run = ForEach { Increment() }.then { $0 }.start([Int]())
    #expect(try await run.value == [])
    #expect(run.fractionCompleted == 1)
  }

  @Test func anErrorStopsTheOthersAndStartsNoMore() async throws {
    let started = Log<Int>()
    let run = ForEach(maxConcurrent: 1) {
      Perform { (number: Int) in
        started.add(number)
        if number == 2 { throw TestError("two") }
        return number
      }
    }.then { $0 }.start([1, 2, 3, 4])
    await #expect(throws: TestError("two")) { try await run.value }
    #expect(started.all == [1, 2])
  }

  @Test func everyElementHasAnOutcomeIfErrorsAreResults() async throws {
    let run = ForEach {
      Perform { (number: Int) in
        if number == 2 { throw TestError("two") }
        return number
      }.asResult()
    }.then { results in results.map { try? $0.get() } }.start([1, 2, 3])
    #expect(try await run.value == [1, nil, 3])
  }

  @Test func elementsWithoutAValueAreKept() async throws {
    let step = ForEach { Perform { (text: String) in Int(text) } }
    #expect(try await step.then { $0 }(["1", "x", "3"]) == [1, nil, 3])
  }
}
