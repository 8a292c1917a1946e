public import Dispatch

/// The place where a closure of a future runs.
///
/// A context is a value that runs jobs, closures without arguments. Pass one with `on:` to run a
/// closure there. A closure that is passed without a context runs where it is written; see
/// <doc:FuturesAndIsolation>.
///
/// ```swift
/// page.on(.global(qos: .utility)).map { html in index(html) }
///   .on(.main).onSuccess { index in show(index) }
/// ```
///
/// Jobs are handed to a context in the order in which closures were registered. The context decides
/// whether they run one after another: a serial queue or an actor runs them in that order.
///
/// If a context destroys a job without running it, the future that depends on the closure is
/// cancelled, provided its error type can hold cancellation, and the job is reported to
/// ``Diagnostics``.
public struct ExecutionContext: Sendable {
  /// A closure for a context to run, once.
  public typealias Job = @Sendable () -> Void

  /// The target of jobs; `nil` for ``ExecutionContext/inline``.
  @usableFromInline let target: Target?

  @usableFromInline
  final class Target: Sendable {
    let name: String
    private let closure: @Sendable (@escaping Job) -> Void
    /// The queue that jobs run on, which saves a call of the closure; `nil` for other contexts.
    private let queue: DispatchQueue?
    let invalidation: CancellationCore?
    /// The actor that jobs run on, if nothing else is known about the place.
    let actor: (any Actor)?
    /// Calls a job with the task-local values that this context sets; `nil` if it sets none.
    let bind: (@Sendable (Job) -> Void)?
    /// Whether each job runs exactly once, and none is dropped; Dispatch traps instead of dropping
    /// a block.
    let runsEachJobOnce: Bool
    /// Whether jobs run on the main actor, at once if the caller is there: ``mainInline``.
    let isMainInline: Bool

    init(
      _ name: String,
      invalidation: CancellationCore? = nil,
      actor: (any Actor)? = nil,
      bind: (@Sendable (Job) -> Void)? = nil,
      runsEachJobOnce: Bool = false,
      isMainInline: Bool = false,
      queue: DispatchQueue? = nil,
      submit: @escaping @Sendable (@escaping Job) -> Void
    ) {
      self.name = name
      closure = submit
      self.queue = queue
      self.invalidation = invalidation
      self.actor = actor
      self.bind = bind
      self.runsEachJobOnce = runsEachJobOnce
      self.isMainInline = isMainInline
    }

    /// Submits a job to the target.
    ///
    /// The queue is not bound to a name, and the job becomes a block here instead of in the call:
    /// each saves a retain and a release, together 3 % of the instructions of a hop and 8 % of its
    /// time (`futures-bench measure --filter hop`).
    func submit(_ job: consuming @escaping Job) {
      if queue == nil { return closure(job) }
      let block: @Sendable @convention(block) () -> Void = consume job
      queue!.async(execute: block)
    }
  }

  @usableFromInline
  init(_ target: Target?) { self.target = target }

  /// Creates a context from a closure.
  ///
  /// - Parameters:
  ///   - name: The name of the context in descriptions.
  ///   - submit: Takes a job and runs it, here or elsewhere, now or later, once.
  /// - Returns: The context.
  public static func custom(
    _ name: String = "custom",
    _ submit: @escaping @Sendable (_ job: @escaping Job) -> Void
  ) -> ExecutionContext {
    ExecutionContext(Target(name, submit: submit))
  }

  /// Returns a context that runs jobs on this one, with task-local values that `bind` sets.
  ///
  /// - Parameters:
  ///   - name: The name of the context in descriptions.
  ///   - bind: Sets the values, and calls the job.
  /// - Returns: The context.
  package func binding(
    _ name: String,
    _ bind: @escaping @Sendable (_ job: Job) -> Void
  ) -> ExecutionContext {
    // A job that is work of other code sets the values again, in the task of that code.
    let outer = target?.bind
    let both: @Sendable (Job) -> Void = { job in
      if let outer { outer { bind(job) } } else { bind(job) }
    }
    return ExecutionContext(
      Target(name, actor: target?.actor, bind: both) { [self] job in submit { bind(job) } }
    )
  }

  /// Submits a job to the context.
  ///
  /// - Parameter job: The closure to run.
  public func callAsFunction(_ job: @escaping Job) { submit(job) }

  /// Whether jobs run in the call that submits them.
  @inlinable var isInline: Bool { target == nil }

  var invalidation: CancellationCore? { target?.invalidation }

  /// Whether this is ``mainInline``.
  var isMainInline: Bool { target?.isMainInline ?? false }

  func submit(_ job: @escaping Job) {
    if let target { target.submit(job) } else { job() }
  }
}

// MARK: - Built-in contexts

extension ExecutionContext {
  /// The thread that completes the future, or registers the closure if the future has settled.
  ///
  /// Closures nest up to 20 levels; deeper ones run on the same thread as soon as the closure at
  /// that level has returned. So a chain of any length takes a small, constant amount of stack and
  /// never changes threads because of its length. Code below that level that blocks its thread to
  /// wait for a deferred closure deadlocks; use ``Future/wait(timeout:)``, which runs deferred
  /// closures first.
  @inlinable
  public static var inline: ExecutionContext { ExecutionContext(nil) }

  /// The level from which closures are deferred.
  package static var nestingLimit: Int { ThreadState.depthLimit }

  /// The main queue.
  ///
  /// Always hops, even when already on the main queue.
  public static let main = ExecutionContext.queue(.main, name: "main")

  /// Inline when the main queue is already running the caller, otherwise the main queue.
  ///
  /// "On the main queue" is decided by a mark on that queue, not by the thread: code on the main
  /// actor need not run on the main thread on every platform.
  public static let mainInline = ExecutionContext(
    Target("mainInline", runsEachJobOnce: true, isMainInline: true) { job in
      if MainQueue.isCurrent { job() } else { DispatchQueue.main.async(execute: job) }
    }
  )

  /// A global concurrent queue.
  ///
  /// - Parameter qos: The quality of service of the work.
  /// - Returns: The context.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> ExecutionContext {
    queue(.global(qos: qos), name: "global")
  }

  /// A dispatch queue.
  ///
  /// - Parameter queue: The queue, which the context keeps alive.
  /// - Returns: The context.
  public static func queue(_ queue: DispatchQueue) -> ExecutionContext {
    self.queue(queue, name: queue.label)
  }

  private static func queue(_ queue: DispatchQueue, name: String) -> ExecutionContext {
    ExecutionContext(
      Target(name, runsEachJobOnce: true, queue: queue) { job in queue.async(execute: job) }
    )
  }

  /// An executor of Swift tasks.
  ///
  /// Jobs may overlap if the executor is concurrent. Each runs in a new task, without the
  /// task-local values of the code that submits it.
  ///
  /// - Parameter executor: The executor, which the context keeps alive.
  /// - Returns: The context.
  public static func taskExecutor(_ executor: any TaskExecutor) -> ExecutionContext {
    ExecutionContext(
      Target("taskExecutor") { job in _ = Task.detached(executorPreference: executor) { job() } }
    )
  }

  /// An actor.
  ///
  /// Jobs run isolated to the actor, one after another, in the order of submission, even if they
  /// are submitted to separate contexts of the actor. While jobs keep coming, other callers of the
  /// actor get their turn between them. A job has no task-local values, and the default priority.
  ///
  /// - Parameter actor: The actor, which the context keeps alive.
  /// - Returns: The context.
  public static func actor(_ actor: some Actor) -> ExecutionContext {
    let mailbox = ActorMailbox.of(actor)
    // The jobs of captured code are captured, even if a timer or another thread submits them.
    let creator = TaskHome.captor
    return ExecutionContext(
      Target("actor", actor: actor, runsEachJobOnce: true) { job in
        mailbox.submit(job, for: creator ?? TaskHome.captor)
      }
    )
  }
}

extension ExecutionContext: CustomStringConvertible {
  /// The name of the context.
  public var description: String { "ExecutionContext(\(target?.name ?? "inline"))" }
}
