public import Dispatch
public import Foundation
public import Futures
internal import FuturesFoundation

/// Where a continuation runs: Bolts' `Executor`.
///
/// ```swift
/// parse(data)
///   .continueOnSuccessWith(.queue(indexing)) { document in index(document) }
///   .continueOnSuccessWith(.mainThread) { index in show(index) }
/// ```
///
/// The executor of one continuation does not carry over to the next. A closure that is passed with
/// an executor is nonisolated; one that is passed with ``mainThread`` may use the state of the main
/// actor.
///
/// An executor that destroys a closure without running it cancels the task that waits for the
/// closure; one that runs it twice is ignored the second time.
public struct BFExecutor: Sendable {
  /// The same as a context of `Futures`.
  public let context: ExecutionContext

  @usableFromInline let kind: Kind

  @usableFromInline
  enum Kind: Sendable {
    case `default`, immediate, mainThread
    case queue(DispatchQueue)
    case operationQueue(OperationQueue)
    case closure, escapingClosure
    case context
  }

  @inlinable
  init(_ kind: Kind, _ context: ExecutionContext) {
    self.kind = kind
    self.context = context
  }

  /// Makes an executor of a context of `Futures`.
  ///
  /// - Parameter context: The context.
  public init(_ context: ExecutionContext) { self.init(.context, context) }

  /// Runs a closure here.
  ///
  /// On ``default`` it counts as a continuation: a function that calls itself through this may do
  /// so without end.
  ///
  /// - Parameter closure: The closure.
  @_disfavoredOverload
  @preconcurrency
  public func execute(_ closure: @escaping @Sendable () -> Void) {
    // The context by itself has no limit. A continuation of a task that has ended does.
    if case .default = kind { Future<Void, Never>().onSuccess(closure) } else { context(closure) }
  }
}

// MARK: - Built-in executors

extension BFExecutor {
  /// The thread that ends the task, or that registers the continuation if the task has ended.
  ///
  /// Continuations nest up to 20 levels; deeper ones run on the same thread as soon as the one at
  /// that level has returned. Bolts moves them to another thread at that depth, so that one may
  /// find itself off the main thread; here the thread never changes.
  @inlinable
  public static var `default`: BFExecutor { BFExecutor(.default, .inline) }

  /// For continuations the same as ``default``; ``execute(_:)`` always runs its closure in the
  /// call.
  ///
  /// In Bolts this one has no limit to how deep continuations nest, and can overflow the stack.
  @inlinable
  public static var immediate: BFExecutor { BFExecutor(.immediate, .inline) }

  /// The main thread: at once if the caller is on the main queue, otherwise by way of the main
  /// queue.
  ///
  /// A closure that is passed with this name belongs to the main actor; see
  /// ``BFMainThreadExecutor``.
  public static let mainThread = BFExecutor(.mainThread, .mainInline)

  /// A dispatch queue.
  ///
  /// - Parameter queue: The queue, which the executor keeps alive.
  /// - Returns: The executor.
  public static func queue(_ queue: DispatchQueue) -> BFExecutor {
    BFExecutor(.queue(queue), .queue(queue))
  }

  /// An operation queue.
  ///
  /// - Parameter queue: The queue, which the executor keeps alive.
  /// - Returns: The executor.
  public static func operationQueue(_ queue: OperationQueue) -> BFExecutor {
    BFExecutor(.operationQueue(queue), .operationQueue(queue))
  }

  /// A closure that runs what it is given before it returns.
  ///
  /// - Parameter body: Runs its argument, once.
  /// - Returns: The executor.
  @preconcurrency
  public static func closure(_ body: @escaping @Sendable (() -> Void) -> Void) -> BFExecutor {
    BFExecutor(.closure, .custom("closure") { job in body(job) })
  }

  /// A closure that runs what it is given, now or later.
  ///
  /// - Parameter body: Runs its argument, once, on whatever thread.
  /// - Returns: The executor.
  @preconcurrency
  public static func escapingClosure(
    _ body: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) -> BFExecutor {
    BFExecutor(.escapingClosure, .custom("escapingClosure", body))
  }
}

extension BFExecutor: CustomStringConvertible, CustomDebugStringConvertible {
  /// What kind of executor it is.
  public var description: String {
    switch kind {
    case .default: "Default executor"
    case .immediate: "Immediate executor"
    case .mainThread: "Main thread executor"
    case .queue: "Dispatch queue executor"
    case .operationQueue: "Operation queue executor"
    case .closure: "Closure executor"
    case .escapingClosure: "Escaping closure executor"
    case .context: "Executor of \(context)"
    }
  }

  /// The kind of executor, with its queue if it has one.
  public var debugDescription: String {
    switch kind {
    case .queue(let queue): "\(description): \(queue)"
    case .operationQueue(let queue): "\(description): \(queue)"
    case .default, .immediate, .mainThread, .closure, .escapingClosure, .context: description
    }
  }
}
