public import Dispatch

/// The main queue, as far as closures of the main actor are concerned.
///
/// `DispatchQueue.main.context` stands for ``context`` wherever a closure is passed with it.
public struct MainDispatchQueue: Sendable {
  /// Submits tasks to the main queue, and takes closures that use the state of the main actor.
  ///
  /// Always hops, also when the main queue is running the caller.
  public var context: HomeContext { .mainQueue }
}

/// What `DispatchQueue` conforms to so that `main` has a second type.
///
/// Members of a type are preferred to those of its protocols, so `DispatchQueue.main` is a queue
/// like any other, except where only the context for closures of the main actor fits better.
public protocol _MainQueueNaming {}

extension _MainQueueNaming {
  /// The main queue, as far as closures of the main actor are concerned.
  @_documentation(visibility: internal)
  public static var main: MainDispatchQueue { MainDispatchQueue() }
}

extension DispatchQueue: _MainQueueNaming {}
