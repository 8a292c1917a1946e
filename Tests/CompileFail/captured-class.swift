// An object that is not safe to share cannot be reached from a callback.
// expect: capture of 'cart' with non-Sendable type 'Cart' in a '@Sendable' closure

import Futures

final class Cart {
  var items: [String] = []
}

func fill(_ cart: Cart, with item: Future<String, Never>) {
  item.onSuccess { name in cart.items.append(name) }
}
