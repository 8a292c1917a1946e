/// Runs `body` on a thread of its own with a small stack, and waits for it.
///
/// - Parameters:
///   - kilobytes: The size of the stack: 512 is what worker threads of Apple's systems have. A
///     recursion needs half as many steps to fill half of that.
///   - body: What the thread does.
package func onSmallStack(kilobytes: Int = 512, _ body: @escaping @Sendable () -> Void) {
  let thread = ThreadBox(stackSize: kilobytes * 1024, body)
  thread.start()
  thread.join()
}
