// A future that cannot fail has no way to say that it was cancelled.
// expect: 'cancel()' is unavailable: A future that cannot fail has no error for a cancellation

import Futures

func stop(_ ticker: Future<Int, Never>) {
  ticker.cancel()
}
