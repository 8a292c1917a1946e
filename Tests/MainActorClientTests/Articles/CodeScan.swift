// The code of the article "Delegates and callbacks", word for word: `scripts/check-code.py`
// compares the two.

import Futures

protocol ScannerDelegate: AnyObject {
  func scanner(_ scanner: Scanner, didRead code: String)
  func scanner(_ scanner: Scanner, didFailWith error: any Error)
  func scannerDidCancel(_ scanner: Scanner)
}

class Scanner {
  weak var delegate: (any ScannerDelegate)?
  private(set) var isRunning = false

  func start() { isRunning = true }
  func stop() { isRunning = false }
}

final class CodeScan: ScannerDelegate {
  private let scanner: Scanner
  private let code: Promise<String, any Error>

  private init(_ scanner: Scanner, _ code: Promise<String, any Error>) {
    self.scanner = scanner
    self.code = code
  }

  static func start(on scanner: Scanner) -> Future<String, any Error> {
    Future.withPromise { code in
      let scan = CodeScan(scanner, code)
      scanner.delegate = scan
      scanner.start()
      // Keeps the scan until there is an outcome.
      code.future.onSettled { scan.stop() }
    }
  }

  private func stop() {
    scanner.delegate = nil
    scanner.stop()
  }

  func scanner(_ scanner: Scanner, didRead code: String) {
    self.code.succeed(code)
  }
  func scanner(_ scanner: Scanner, didFailWith error: any Error) {
    code.fail(error)
  }
  func scannerDidCancel(_ scanner: Scanner) { code.cancel() }
}

func scanCode(with scanner: Scanner) async throws -> String {
  try await withCancellationScope {
    try await CodeScan.start(on: scanner).value
  }
}

final class Connection {
  private var answers: [Int: Promise<String, any Error>] = [:]
  private var lastNumber = 0
  var send: (_ number: Int, _ question: String) -> Void = { _, _ in }

  func ask(_ question: String) -> Future<String, any Error> {
    Future.withPromise { answer in
      lastNumber += 1
      let number = lastNumber
      answers[number] = answer
      answer.future.onSettled { [weak self] in
        self?.answers[number] = nil
      }
      send(number, question)
    }
  }

  /// A callback: one for each answer, in any order, perhaps twice.
  func didReceive(_ text: String, for number: Int) {
    answers[number]?.succeed(text)
  }

  /// Another callback.
  func didClose(_ error: any Error) {
    for answer in answers.values { answer.fail(error) }
  }
}
