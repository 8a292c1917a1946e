/// Runs `body` on a new thread with a small stack, and waits for it.
///
/// - Parameters:
///   - kilobytes: The size of the stack. Worker threads of Apple's systems have 512. A recursion
///     needs half as many steps to fill half of that.
///   - body: The work of the thread.
package func onSmallStack(kilobytes: Int = 512, _ body: @escaping @Sendable () -> Void) {
  let thread = ThreadBox(stackSize: kilobytes * 1024, body)
  thread.start()
  thread.join()
}
