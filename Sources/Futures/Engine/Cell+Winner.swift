#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

extension Cell {
  /// Waits until whoever won the right to complete this cell has made the outcome visible.
  ///
  /// For those who lost, so that they find the outcome when they are told so. Only the move of a
  /// value lies between the two moments (I6); the pause is for a winner that the system has
  /// suspended just there.
  func waitForWinner() {
    pause { state.isClaimed }
  }

  /// Waits until whoever adds or removes a waiter of this settled cell is done with the list.
  ///
  /// Only the work on the list lies in between (I6).
  func waitForSweeper() {
    pause { state.isSweeping }
  }

  private func pause(while isBusy: () -> Bool) {
    var rounds = 0
    while isBusy() {
      rounds += 1
      letOthersRun(after: rounds)
    }
  }
}

#if !EXPLORE
/// Gives up the processor for a moment that grows with the rounds of waiting.
private func letOthersRun(after rounds: Int) {
  if rounds > 100 { usleep(50) } else { sched_yield() }
}
#endif
