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
  /// Waits until the thread that claimed this cell has published the outcome.
  ///
  /// A completion that lost calls this, so that its caller finds the outcome. The winner only moves
  /// a value in between, and waits for a sweeper (I6).
  func waitForWinner() { wait { $0.isClaimed } }

  /// Waits until the thread that works on the list of this claimed cell has finished.
  ///
  /// It only changes the list, and no further thread starts (I5, I6).
  func waitForSweeper() { wait { $0.isSweeping } }

  @inline(never)
  private func wait(while isBusy: (CellState) -> Bool) {
    var rounds = 0
    while isBusy(state) {
      rounds += 1
      letOthersRun(after: rounds)
    }
  }
}

#if !EXPLORE
/// Yields the processor, so that a thread that the system has suspended can finish.
private func letOthersRun(after rounds: Int) {
  if rounds > 100 { usleep(50) } else { sched_yield() }
}
#endif
