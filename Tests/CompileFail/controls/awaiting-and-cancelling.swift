// Asynchronous code awaits, other code may block, and a future of any error can be cancelled.

import Futures

func temperature(_ reading: Future<Int, Never>) async -> Result<Int, Never> {
  await reading.result
}

func temperatureOrNothing(_ reading: Future<Int, Never>) -> Int? {
  guard case .success(let value) = reading.wait(timeout: .seconds(1)) else { return nil }
  return value
}

func stop(_ download: Future<Int, any Error>) -> Bool {
  download.cancel()
}
