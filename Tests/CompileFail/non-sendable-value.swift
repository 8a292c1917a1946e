// Every observer gets the value, on whatever thread it runs, so the value has to be Sendable.
// expect: type 'Cart' does not conform to the 'Sendable' protocol

import Futures

final class Cart {
  var items: [String] = []
}

func load() -> Future<Cart, Never> {
  fatalError("not called")
}
