// A transform that starts work and does not wait for it is most often a mistake.
// expect: 'map(cancellation:_:)' is deprecated: Use 'flatMap' to wait for the future

import Futures

func save(_ number: Int) -> Future<Int, any Error> { Future(value: number) }

func saved(_ number: Future<Int, any Error>) {
  _ = number.map { save($0) }
}
