/// The elements of one `traverse` with an asynchronous closure, which as many tasks as the limit
/// allows take in input order.
///
/// The tasks keep the values in input order and settle the result themselves, so a task that
/// ignores cancellation delays nothing. The result holds the traversal until it settles, and each
/// task holds both while it runs. All of this is compiled in the module of the client, where the
/// types are known.
@usableFromInline
final class TraversalTask<Element: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  struct State {
    /// The elements, as long as one of them may start.
    @usableFromInline var elements: [Element]
    /// The index of the element that starts next.
    @usableFromInline var next = 0
    /// The values so far.
    @usableFromInline var outputs: [Output?]
    /// The index before which all elements have succeeded.
    @usableFromInline var succeeded = 0
    /// The first failure in input order so far, and its index; nothing starts after one.
    @usableFromInline var failure: Failure?
    @usableFromInline var failed = Int.max
    /// The scopes of the elements that run.
    @usableFromInline var scopes: [CancellationCore?]
    /// The tasks that have not ended.
    @usableFromInline var tasks: [Task<Void, any Error>?] = []
    /// Whether the outcome is known, or the result has settled otherwise.
    @usableFromInline var isOver = false
    /// Whether elements run in scopes that are cancelled, as the result does not heed its token.
    @usableFromInline var isCancelled = false

    @inlinable
    init(_ elements: [Element]) {
      self.elements = elements
      outputs = Array(repeating: nil, count: elements.count)
      scopes = Array(repeating: nil, count: elements.count)
    }
  }

  /// An element that runs.
  @usableFromInline
  struct Piece: Sendable {
    @usableFromInline let index: Int
    @usableFromInline let element: Element
    @usableFromInline let scope: CancellationCore

    @inlinable
    init(_ index: Int, _ element: Element, in scope: CancellationCore) {
      self.index = index
      self.element = element
      self.scope = scope
    }
  }

  /// What follows the end of an element.
  @usableFromInline
  struct Step: Sendable {
    /// The element that the task runs next.
    @usableFromInline var next: Piece?
    /// The values of all elements, if this was the last.
    @usableFromInline var outputs: [Output?]?
    /// The failure of the result.
    @usableFromInline var failure: Failure?

    // To be released outside the lock.
    @usableFromInline var scope: CancellationCore?
    @usableFromInline var task: Task<Void, any Error>?
    @usableFromInline var elements: [Element] = []
    @usableFromInline var laterFailure: Failure?

    @inlinable
    init() {}
  }

  @usableFromInline let result: Cell
  @usableFromInline let state: Locked<State>
  /// How many tasks there are.
  @usableFromInline let tasks: Int
  /// Whether there are more elements than tasks.
  ///
  /// If not, each task takes a single element, so that other callers of an actor get their turn in
  /// between.
  @usableFromInline let hasFurther: Bool

  @inlinable
  init(_ elements: [Element], maxConcurrent limit: Int, for result: Cell) {
    self.result = result
    tasks = min(limit, elements.count)
    hasFurther = limit < elements.count
    state = Locked(State(elements))
  }

  /// Starts the tasks.
  ///
  /// - Parameter body: The work for one element.
  @inlinable
  func start(
    _ body: @escaping @Sendable @isolated(any) (Element) async throws(Failure) -> Output
  ) {
    let executor = TaskHome.executor
    var started: [Task<Void, any Error>?] = []
    started.reserveCapacity(tasks)
    for number in 0..<tasks {
      // As in `Future(operation:)`.
      if let executor {
        started.append(
          Task<Void, any Error>(executorPreference: executor) { @concurrent in
            await self.run(in: number, isolation: body.isolation, body)
          }
        )
      } else {
        started.append(
          Task<Void, any Error> { @concurrent in
            await self.run(in: number, isolation: body.isolation, body)
          }
        )
      }
    }
    let isCancelled = state.withLock { state in
      if !state.isOver { state.tasks = started }
      return state.isOver || state.isCancelled
    }
    if isCancelled { for task in started { task?.cancel() } }
  }

  // MARK: In a task

  /// Runs elements, as long as there are some to start, on the actor of `body`.
  @inlinable
  @inline(__always)
  func run(
    in task: Int,
    isolation: isolated (any Actor)?,
    _ body: @Sendable @isolated(any) (Element) async throws(Failure) -> Output
  ) async {
    var next = first(in: task)
    while let piece = next {
      let outcome = await CurrentScope.outcome(in: piece.scope) { () async throws(Failure) in
        try await body(piece.element)
      }
      _ = piece.scope.cancel()
      next = end(piece, with: outcome, in: task)
    }
  }

  /// Takes an element for a task that begins.
  ///
  /// Not called when the task is created: a task that has ended an element before this one begins
  /// would start a later element first.
  @inlinable
  func first(in task: Int) -> Piece? {
    let step = state.withLock { state in
      var step = Step()
      state.startNext(of: task, &step)
      return step
    }
    return step.next
  }

  /// Processes the outcome of an element, and settles the result if the outcome decides it.
  ///
  /// - Returns: The element that the task runs next.
  @inlinable
  func end(
    _ piece: Piece,
    with outcome: Result<Output, Failure>,
    in task: Int
  ) -> Piece? {
    let step = state.withLock { state in
      var step = Step()
      if state.isOver { return step }
      step.scope = state.scopes[piece.index].take()
      state.note(outcome, of: piece.index, &step)
      if hasFurther { state.startNext(of: task, &step) } else { state.end(task, &step) }
      return step
    }
    if let outputs = step.outputs { result.finish(outputs.map { $0! }) }
    if let failure = step.failure { result.finish(failing: failure, as: Failure.self) }
    return step.next
  }

  // MARK: Ending

  /// Cancels the running elements if the result has settled.
  @inlinable
  func stop() {
    let old = state.withLock { state in
      defer {
        state = State([])
        state.isOver = true
      }
      return state
    }
    for task in old.tasks { task?.cancel() }
    for scope in old.scopes { _ = scope?.cancel() }
  }

  /// Cancels the running elements and those yet to start; the result waits for them.
  @inlinable
  func cancel() {
    let (tasks, scopes) = state.withLock { state in
      state.isCancelled = true
      return (state.tasks, state.scopes)
    }
    for task in tasks { task?.cancel() }
    for scope in scopes { _ = scope?.cancel() }
  }
}

extension TraversalTask.State {
  /// Notes an outcome, and its effect on the result.
  @inlinable
  mutating func note(
    _ outcome: Result<Output, Failure>,
    of index: Int,
    _ step: inout TraversalTask.Step
  ) {
    switch outcome {
    case .success(let value):
      outputs[index] = value
      while succeeded < outputs.count, outputs[succeeded] != nil { succeeded += 1 }
    case .failure(let error):
      swap(&elements, &step.elements)
      if index < failed {
        step.laterFailure = failure
        (failed, failure) = (index, error)
      }
    }
    if succeeded == outputs.count {
      step.outputs = outputs
      isOver = true
    } else if succeeded == failed {
      step.failure = failure
    }
  }

  /// Takes the element that starts next, or notes that the task ends.
  @inlinable
  mutating func startNext(of task: Int, _ step: inout TraversalTask.Step) {
    guard failure == nil, next < elements.count else { return end(task, &step) }
    let scope = CancellationCore()
    // No other code has seen the scope yet.
    if isCancelled { _ = scope.cancel() }
    scopes[next] = scope
    step.next = TraversalTask.Piece(next, elements[next], in: scope)
    next += 1
  }

  /// Notes that a task ends.
  @inlinable
  mutating func end(_ task: Int, _ step: inout TraversalTask.Step) {
    if task < tasks.count { step.task = tasks[task].take() }
  }
}

extension Cell {
  /// Starts a traversal for this result.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - limit: How many may run at a time, 1 or more.
  ///   - token: Cancels the result.
  ///   - body: The work for one element.
  @inlinable
  func traverse<Element: Sendable, Output: Sendable, Failure: Error>(
    _ elements: [Element],
    maxConcurrent limit: Int,
    cancellation token: CancellationToken,
    _ body:
      @escaping @Sendable @isolated(any) (Element) async throws(Failure) -> Output
  ) {
    if elements.isEmpty { return finish([Output]()) }
    let heeded = token.heeded(by: Failure.self)
    if isCancelled(before: heeded, as: Failure.self) { return }
    let traversal = TraversalTask<Element, Output, Failure>(
      elements,
      maxConcurrent: limit,
      for: self
    )
    // The first observer: the running elements have been stopped when other observers receive the
    // failure.
    observe(ignoresFailure: true) { source, _ in
      if !source.isSuccess { traversal.stop() }
      return .none
    }
    if !token.isNever {
      tie(to: token, as: heeded.isNever ? nil : Failure.self) { traversal.cancel() }
    }
    // The elements have scopes of their own.
    CancellationToken.never.asCurrent {
      traversal.start(body)
    }
  }
}
