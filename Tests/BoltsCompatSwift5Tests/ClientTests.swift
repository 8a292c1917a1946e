import BoltsCompat
import Dispatch
import Testing

@Suite(.timeLimit(.minutes(10))) struct ClientTests {
  @Test func executorsRunWhatTheyAreGiven() {
    let forms = ExecutorForms()
    let executors = forms.all()
    #expect(executors.count == 18)
    for executor in executors {
      let task = Task(1).continueOnSuccessWith(executor) { $0 + 1 }
      #expect(ending(task) == "2", "\(executor)")
    }
    let ran = DispatchSemaphore(value: 0)
    forms.running { ran.signal() }
    for _ in 0..<(3 * executors.count) { ran.wait() }
    #expect(ending(forms.load()) == "1")
    #expect(ending(forms.load(.queue(forms.queue))) == "1")
    #expect(
      forms.texts() == [
        "Default Executor", "Immediate Executor", "MainThread Executor",
        "Executor with custom closure", "Executor with custom escaping closure",
      ]
    )
    #expect(forms.main().description == "MainThread Executor")
  }

  @Test func genericCodeUsesTasks() {
    #expect(wrapped("a").result == "a")
    var attempts = 0
    let retried = retried(3) { () -> Task<Int> in
      attempts += 1
      return attempts < 3 ? Task(error: LocalError.first) : Task(attempts)
    }
    #expect(retried.result == 3)
    var loads = 0
    let cache = TaskCache<String, Int> { key in
      loads += 1
      return Task(key.count)
    }
    #expect(cache.item("four").result == 4)
    #expect(cache.item("four").result == 4)
    #expect(loads == 1)
    let request = Request<Int>()
    request.finish(nil, nil)
    #expect(ending(request.task) == "second(\"nothing\")")
    #expect(NameStore().loadAll(["a", "b"]).result == ["A", "B"])
  }

  @Test func extensionsOfClients() {
    var seen: [String] = []
    let name = Task("ada").tap { seen.append($0) }
    #expect(name.count.result == 3)
    #expect(name.uppercased.result == "ADA")
    #expect(name.paired(with: Task(1)).result?.1 == 1)
    #expect(Task<Int>(error: LocalError.first).or(4).result == 4)
    #expect(seen == ["ada"])
    let source = TaskCompletionSource<Void>()
    source.finish()
    #expect(source.task.completed)
    #expect([1, 2].inOrder { Task($0 * 2) }.result == [2, 4])
  }

  @Test func closuresMayCaptureWhatIsNotSendable() {
    let controller = ProfileController()
    #expect(ending(controller.show("ada")) == "()")
    #expect(controller.title == "ada! 2")
    #expect(controller.user?.name == "ada!")
    #expect(controller.lines == ["loaded", "ada!"])
    let done = DispatchSemaphore(value: 0)
    var user: User?
    controller.delegate { result, _ in
      user = result
      done.signal()
    }
    done.wait()
    #expect(user?.name == "eve")
  }
}
