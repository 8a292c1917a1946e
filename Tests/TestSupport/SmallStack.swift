/// Runs `body` on a thread of its own with a stack of 512 KiB, what worker threads of Apple's
/// systems have, and waits for it.
package func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let thread = ThreadBox(stackSize: 512 * 1024, body)
  thread.start()
  thread.join()
}
