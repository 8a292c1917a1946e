// Recovering from the failure leaves a future that cannot fail.

import Futures

struct ParseError: Error {}

func show(_ number: Future<Int, Never>) {}

func double(_ number: Future<Int, ParseError>) {
  let doubled = number.map { number in number * 2 }
  show(doubled.recover { _ in 0 })
}
