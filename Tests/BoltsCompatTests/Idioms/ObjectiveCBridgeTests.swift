import BoltsCompat
import Testing
import TestSupport

/// What the bridges of the guide use of Bolts for Objective-C, with the names that Swift imports.
private enum Bolts {
  class BFTask<ResultType: AnyObject> {
    fileprivate(set) var isCompleted = false
    fileprivate(set) var isCancelled = false
    fileprivate(set) var result: ResultType?
    fileprivate(set) var error: (any Error)?
    private var blocks: [(BFTask<ResultType>) -> Any?] = []

    @discardableResult
    func continueWith(block: @escaping (BFTask<ResultType>) -> Any?) -> BFTask<AnyObject> {
      if isCompleted { _ = block(self) } else { blocks.append(block) }
      return BFTask<AnyObject>()
    }

    fileprivate func end() {
      isCompleted = true
      for block in blocks { _ = block(self) }
    }
  }

  class BFTaskCompletionSource<ResultType: AnyObject> {
    let task = BFTask<ResultType>()

    func set(result: ResultType?) {
      task.result = result
      task.end()
    }

    func set(error: any Error) {
      task.error = error
      task.end()
    }

    func cancel() {
      task.isCancelled = true
      task.end()
    }
  }
}

// The bridges of the guide.

extension BoltsCompat.BFTask {
  fileprivate nonisolated init<Object: AnyObject>(
    _ old: Bolts.BFTask<Object>,
    _ convert: @escaping (Object?) throws -> Value
  ) {
    let source = BoltsCompat.BFTaskCompletionSource<Value>()
    old.continueWith(block: { old in
      if old.isCancelled {
        source.cancel()
      } else if let error = old.error {
        source.set(error: error)
      } else {
        do {
          source.set(result: try convert(old.result))
        } catch {
          source.set(error: error)
        }
      }
      return nil
    })
    self = source.task
  }

  fileprivate nonisolated func objectiveC<Object: AnyObject>(
    _ convert: @escaping @Sendable (Value) -> Object?
  ) -> Bolts.BFTask<Object> {
    nonisolated(unsafe) let source = Bolts.BFTaskCompletionSource<Object>()
    continueWith(.default) { task in
      if task.cancelled {
        source.cancel()
      } else if let error = task.error {
        source.set(error: error)
      } else {
        source.set(result: task.result.flatMap(convert))
      }
    }
    return source.task
  }
}

private final class Name: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

@Suite struct ObjectiveCBridgeTests {
  @Test func aTaskOfObjectiveCEndsItsTask() {
    let sources = (0..<3).map { _ in Bolts.BFTaskCompletionSource<Name>() }
    let tasks = sources.map { BFTask($0.task) { $0?.text ?? "none" } }
    #expect(tasks.map(\.ending) == [.pending, .pending, .pending])
    sources[0].set(result: Name("ada"))
    sources[1].set(error: TestError.first)
    sources[2].cancel()
    #expect(tasks.map(\.ending) == [.result("ada"), .error("first"), .cancelled])
    #expect(BFTask(sources[0].task) { $0?.text ?? "none" }.ending == .result("ada"))
  }

  @Test func aConversionMayFail() {
    let source = Bolts.BFTaskCompletionSource<Name>()
    let task = BFTask(source.task) { name -> String in
      guard let name else { throw TestError.second }
      return name.text
    }
    source.set(result: nil)
    #expect(task.ending == .error("second"))
  }

  @Test func aTaskEndsItsTaskOfObjectiveC() {
    let sources = (0..<3).map { _ in BFTaskCompletionSource<String>() }
    let tasks = sources.map { $0.task.objectiveC { Name($0) } }
    #expect(tasks.allSatisfy { !$0.isCompleted })
    sources[0].set(result: "ada")
    sources[1].set(error: TestError.first)
    sources[2].cancel()
    #expect(tasks.map { $0.result?.text } == ["ada", nil, nil])
    #expect(tasks.map { $0.error as? TestError } == [nil, .first, nil])
    #expect(tasks.map(\.isCancelled) == [false, false, true])
    #expect(tasks.allSatisfy { $0.isCompleted })
  }
}
