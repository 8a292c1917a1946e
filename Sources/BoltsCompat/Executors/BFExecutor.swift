public import Dispatch
public import Foundation
public import Futures
internal import FuturesFoundation

/// The place where a continuation runs: the `Executor` of Bolts.
///
/// ```swift
/// parse(data)
///   .continueOnSuccessWith(.queue(indexing)) { document in
///     index(document)
///   }
///   .continueOnSuccessWith(.mainThread) { index in show(index) }
/// ```
///
/// The executor of one continuation does not apply to the next. A closure that is passed with an
/// executor is nonisolated. A closure that is passed with ``mainThread`` may use the state of the
/// main actor.
///
/// If an executor releases a closure without running it, the task that waits for the closure is
/// cancelled. If it runs a closure twice, the second run has no effect.
public struct BFExecutor: Sendable {
  /// The equivalent context of `Futures`.
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

  /// Creates an executor from a context of `Futures`.
  ///
  /// - Parameter context: The context.
  public init(_ context: ExecutionContext) { self.init(.context, context) }

  /// Runs a closure on this executor.
  ///
  /// On ``default``, the closure counts as a continuation: a function may call itself through this
  /// method without limit.
  ///
  /// - Parameter closure: The closure.
  @_disfavoredOverload
  @preconcurrency
  public func execute(_ closure: @escaping @Sendable () -> Void) {
    if case .default = kind { ExecutionContext.runNested(closure) } else { context(closure) }
  }
}

// MARK: - The executor of a closure

extension BFExecutor {
  /// Returns the executor of a closure that is passed without one.
  ///
  /// A closure loses its isolation in a variable of a plain function type. In Swift 5 mode, so does
  /// a method by name in a module that is on the main actor by default. A closure that is passed in
  /// main-actor code therefore always runs there.
  ///
  /// - Parameters:
  ///   - isolation: The isolation of the closure.
  ///   - caller: The isolation of the code that passes it.
  /// - Returns: The executor.
  @inlinable
  static func home(of isolation: (any Actor)?, calledFrom caller: (any Actor)?) -> BFExecutor {
    if let isolation { return BFExecutor(.context, ExecutionContext(isolation: isolation)) }
    if let caller, caller === MainActor.shared { return BFExecutor(.mainThread, .mainInline) }
    return .default
  }
}

// MARK: - Built-in executors

extension BFExecutor {
  /// The thread that ends the task, or that registers the continuation if the task has already
  /// ended.
  ///
  /// Continuations nest up to the limit of `ExecutionContext.inline`. Deeper ones run on the same
  /// thread as soon as the continuation at that level returns. Bolts moves them to another thread
  /// at that depth, which may take them off the main thread. Here the thread never changes.
  @inlinable
  public static var `default`: BFExecutor { BFExecutor(.default, .inline) }

  /// The same as ``default`` for continuations.
  ///
  /// ``execute(_:)`` always runs its closure in the call.
  ///
  /// In Bolts, this executor does not limit how deep continuations nest, and can overflow the
  /// stack.
  @inlinable
  public static var immediate: BFExecutor { BFExecutor(.immediate, .inline) }

  /// The main thread: at once if the caller is on the main queue, otherwise through the main queue.
  ///
  /// A closure that is passed with this name belongs to the main actor; see
  /// ``BFMainThreadExecutor``.
  public static let mainThread = BFExecutor(.mainThread, .mainInline)

  /// A dispatch queue, which the executor retains.
  public static func queue(_ queue: DispatchQueue) -> BFExecutor {
    BFExecutor(.queue(queue), .queue(queue))
  }

  /// An operation queue, which the executor retains.
  public static func operationQueue(_ queue: OperationQueue) -> BFExecutor {
    BFExecutor(.operationQueue(queue), .operationQueue(queue))
  }

  /// A closure that runs its argument once, before it returns.
  @preconcurrency
  public static func closure(_ body: @escaping @Sendable (() -> Void) -> Void) -> BFExecutor {
    BFExecutor(.closure, .custom("closure") { job in body(job) })
  }

  /// A closure that runs its argument once, now or later, on any thread.
  @preconcurrency
  public static func escapingClosure(
    _ body: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) -> BFExecutor {
    BFExecutor(.escapingClosure, .custom("escapingClosure", body))
  }
}

extension BFExecutor: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of the executor, as Bolts names it.
  public var description: String {
    switch kind {
    case .default: "Default Executor"
    case .immediate: "Immediate Executor"
    case .mainThread: "MainThread Executor"
    case .queue: "Executor with dispatch_queue"
    case .operationQueue: "Executor with NSOperationQueue"
    case .closure: "Executor with custom closure"
    case .escapingClosure: "Executor with custom escaping closure"
    case .context: "Executor with \(context)"
    }
  }

  /// The kind of the executor, and its queue or its closure if it has one.
  public var debugDescription: String {
    switch kind {
    case .queue(let queue): "\(description): \(queue)"
    case .operationQueue(let queue): "\(description): \(queue)"
    case .closure, .escapingClosure: "\(description): (Function)"
    case .default, .immediate, .mainThread, .context: description
    }
  }
}
