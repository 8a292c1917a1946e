// A transform keeps the type of the failure: only recovering from it makes it Never.
// expect: cannot convert value of type 'Future<Int, ParseError>' to expected argument type
// 'Future<Int, Never>'

import Futures

struct ParseError: Error {}

func show(_ number: Future<Int, Never>) {}

func double(_ number: Future<Int, ParseError>) {
  let doubled = number.map { number in number * 2 }
  show(doubled)
}
