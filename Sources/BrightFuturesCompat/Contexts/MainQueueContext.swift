public import Dispatch

/// The main queue, for closures of the main actor.
///
/// If you pass a closure with it, `DispatchQueue.main.context` refers to ``context``.
public struct MainDispatchQueue: Sendable {
  /// A context that submits tasks to the main queue, and takes closures of the main actor.
  ///
  /// Tasks are always enqueued, even when the main queue is running the caller.
  public var context: HomeContext { .mainQueue }
}

/// A protocol that gives `main` of `DispatchQueue` a second type.
///
/// The compiler prefers members of a type to those of its protocols. `DispatchQueue.main` is
/// therefore a queue like any other, except where only the context for closures of the main actor
/// fits. The protocol is public because its extension member is.
public protocol _MainQueueNaming {}

extension _MainQueueNaming {
  /// The main queue, for closures of the main actor.
  @_documentation(visibility: internal)
  public static var main: MainDispatchQueue { MainDispatchQueue() }
}

extension DispatchQueue: _MainQueueNaming {}
