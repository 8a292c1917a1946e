// A future that cannot fail has no way to say that it was cancelled.
// expect: no exact matches in call to instance method 'cancel'

import Futures

func stop(_ ticker: Future<Int, Never>) {
  ticker.cancel()
}
