// The value of a future is waited for; what it is now has another name.
// expect: 'async' property access in a function that does not support concurrency

import Futures

func title(_ page: Future<String, Never>) -> String {
  page.value
}
