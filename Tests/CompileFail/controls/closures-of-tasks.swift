// Closures of tasks that are written in main-actor code may use what belongs to it, without an
// executor and with the main thread.

import BoltsCompat

@MainActor final class Screen {
  var title = ""

  func show(_ title: BFTask<String>, _ token: BFCancellationToken) -> BFTask<Int> {
    title.continueOnSuccessWith { self.title = $0 }
    title.continueOnSuccessWith(continuation: change)
    title.continueWith(.mainThread) { self.title = $0.result ?? "" }
    title.continueOnSuccessWith(BFExecutor.mainThread, continuation: change)
    title.continueOnErrorWith { _ in self.title }
    token.registerCancellationObserver { self.title = "" }
    return title.continueOnSuccessWithTask { _ in BFTask(self.title.count) }
  }

  func change(_ title: String) { self.title = title }
}

func elsewhere(_ title: BFTask<String>, _ screen: Screen) {
  title.continueOnSuccessWith { @MainActor in screen.title = $0 }
  title.continueOnSuccessWith(.mainThread) { screen.title = $0 }
  title.continueOnSuccessWith(continuation: screen.change)
}

actor Counter {
  var count = 0

  func add(_ number: BFTask<Int>) { number.continueOnSuccessWith { self.count += $0 } }
}
