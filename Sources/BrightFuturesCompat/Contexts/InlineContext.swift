/// The type of `immediateExecutionContext` where a member knows it by its type.
///
/// A closure has no identity, so a member that is handed one cannot tell that it runs its task in
/// the call. `immediateExecutionContext` is therefore two things of one name: a value of this type,
/// for the members that have a form for it, and a function for everything else that takes an
/// `ExecutionContext`. What they do is the same, but the value needs no detour and takes no memory.
public struct InlineContext: Sendable {
  @usableFromInline init() {}
}

/// Runs a closure in the call that completes the future, or at once if it has settled.
///
/// Handed to a transform (`map`, `flatMap`, `recover`, …) it takes no turn among the future's
/// callbacks, and however long a chain of such transforms is, it takes constant stack.
@_disfavoredOverload
public let immediateExecutionContext = InlineContext()

// Which of the two a call means follows from the rules for overloads: forms of members that take
// any context are disfavoured, as the value above is, and the function has to be converted to be an
// `ExecutionContext`, because its task need not escape. So the value wins where there is a form for
// it, and the function everywhere else.

/// Runs a task in the call that submits it.
///
/// - Parameter task: What to run.
@Sendable public func immediateExecutionContext(_ task: () -> Void) { task() }
