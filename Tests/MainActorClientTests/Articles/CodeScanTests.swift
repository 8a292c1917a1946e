// The tests of the article "Delegates and callbacks".

import Futures
import FuturesTesting
import Testing

struct CodeScanTests {
  private let scanner = Scanner()

  @Test func theFirstCodeCounts() {
    let code = CodeScan.start(on: scanner)
    let delegate = scanner.delegate
    delegate?.scanner(scanner, didRead: "4711")
    delegate?.scanner(scanner, didRead: "0815")
    #expect(code.currentValue == "4711")
    #expect(!scanner.isRunning)
  }

  @Test func theScanIsKeptUntilThereIsAnOutcome() {
    CodeScan.start(on: scanner).onFailure { _ in }
    #expect(scanner.delegate != nil)  // nobody else holds it
    scanner.delegate?.scanner(scanner, didRead: "4711")
    #expect(scanner.delegate == nil)
  }

  @Test func cancellingTheFutureStopsTheScanner() {
    let code = CodeScan.start(on: scanner)
    #expect(scanner.isRunning)
    code.cancel()
    #expect(!scanner.isRunning)
  }

  @Test func theCancelButtonCancelsTheFuture() {
    let code = CodeScan.start(on: scanner)
    scanner.delegate?.scannerDidCancel(scanner)
    #expect(code.currentError is CancellationError)
  }

  @Test func cancellingTheTaskStopsTheScanner() async {
    let code = Task { try await scanCode(with: scanner) }
    while !scanner.isRunning { await Task.yield() }
    code.cancel()
    await #expect(throws: CancellationError.self) {
      try await code.value
    }
    #expect(!scanner.isRunning)
  }
}

struct ConnectionTests {
  @Test func answersComeInAnyOrder() {
    let connection = Connection()
    let (first, second) = (
      connection.ask("one?"), connection.ask("two?")
    )
    connection.didReceive("two", for: 2)
    connection.didReceive("two again", for: 2)
    connection.didReceive("one", for: 1)
    #expect(first.currentValue == "one")
    #expect(second.currentValue == "two")
  }

  @Test func nobodyWaitsForEver() {
    var connection: Connection? = Connection()
    let answer = connection?.ask("anybody?")
    connection = nil
    #expect(answer?.currentError is BrokenPromise)
  }
}
