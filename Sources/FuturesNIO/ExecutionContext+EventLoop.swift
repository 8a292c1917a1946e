#if NIO
public import Futures
public import NIOCore

extension ExecutionContext {
  /// An event loop.
  ///
  /// A job runs at once if the caller is already on the event loop, and otherwise later, in order
  /// of submission. An event loop that has shut down destroys the job: the future that depends on
  /// it is cancelled if its error type can represent that, and `Diagnostics` reports a dropped job.
  ///
  /// ```swift
  /// page.on(.eventLoop(channel.eventLoop)).onSuccess { page in
  ///   // Without a hop if the page is there.
  ///   channel.writeAndFlush(page.bytes, promise: nil)
  /// }
  /// ```
  ///
  /// - Parameter loop: The event loop, which the context retains.
  /// - Returns: The context.
  public static func eventLoop(_ loop: any EventLoop) -> ExecutionContext {
    .custom("eventLoop") { job in
      if loop.inEventLoop { job() } else { loop.execute(job) }
    }
  }
}
#endif
