internal import Workflows

/// A reason why a workflow cannot run durably.
struct WorkflowProblem: Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    /// Several places have the same name, so a record could belong to either.
    case ambiguous
    /// Several steps that receive a context have the same name, and so the same idempotency key.
    case sharedKey
    /// The step would run again after each wait of a run, because nothing after it is recorded.
    case repeated(byWaitAt: RecordPath)
    /// The output of the step is not recorded, so the step cannot be undone later.
    case compensatedWithoutCheckpoint
    /// Another run, which has other records, may share the execution.
    case cachedAroundCheckpoint
    /// The elements have other numbers in another process.
    case unordered
    /// The key of an element can be the name of a step that has its place beside the elements.
    case keysBesideNames
    /// Several waits for one signal, which ends all of them.
    case sameSignal
    /// The step keeps no record of the value that it has taken.
    case queuedSignal
    /// Another attempt would not find what the function has recorded in the order of the first.
    case attemptedFunction
  }

  let place: RecordPath
  let reason: Reason
}

extension WorkflowProblem: CustomStringConvertible {
  /// A message that describes the problem, its place, and how to solve it.
  var description: String {
    switch reason {
    case .ambiguous:
      "'\(place)' is the place of several steps, or of one that is decorated twice. "
        + "Give each a name of its own, or a workflow around it that has one."
    case .sharedKey:
      "'\(place)' is the place of several steps, so their idempotency keys are the same. "
        + "Give each a name of its own."
    case .repeated(byWaitAt: let wait):
      "'\(place)' would run again after the wait at '\(wait)'. Add a checkpoint between them."
    case .compensatedWithoutCheckpoint:
      "'\(place)' is compensated and not recorded. "
        + "Write 'checkpoint()' directly before 'compensate'."
    case .cachedAroundCheckpoint:
      "'\(place)' is cached, and has checkpoints or waits inside. Cache the steps between them."
    case .keysBesideNames:
      "The elements of '\(place)' have keys, which can be the names of other steps in this place. "
        + "Put the 'ForEach' into a workflow with a name of its own."
    case .sameSignal:
      "'\(place)' is waited for several times, and one signal would end all these waits. "
        + "Wait for a signal with another name."
    case .queuedSignal:
      "'\(place)' waits for a signal that queues, which only a function takes values of. Wait in a "
        + "function, or for a signal that does not queue."
    case .attemptedFunction:
      "'\(place)' is a function, which is not tried again or limited as a whole. "
        + "Try its calls again, or limit them."
    case .unordered:
      "The elements of '\(place)' have another order in each process, so their numbers do not "
        + "identify them. Name them with 'keyed(by:)', or pass a sorted array."
    }
  }
}

extension StepOutline {
  /// All reasons why a workflow with these parts cannot run durably, in the order of the steps.
  var problems: [WorkflowProblem] {
    var check = OutlineCheck()
    _ = check.pass(self, at: .root, behind: [])
    return check.problems
  }
}

/// A walk through all parts of a workflow.
private struct OutlineCheck {
  /// The steps before a point that run again if the run parks there.
  typealias Unrecorded = [RecordPath]

  private struct Place: Hashable {
    let path: RecordPath
    let kind: StepOutline.Kind
  }

  private(set) var problems: [WorkflowProblem] = []
  private var places: Set<Place> = []
  /// The places in which steps have places, and those in which they are named by keys.
  private var entered: Set<RecordPath> = []
  private var enteredWithKeys: Set<RecordPath> = []

  private mutating func report(_ place: RecordPath, _ reason: WorkflowProblem.Reason) {
    let problem = WorkflowProblem(place: place, reason: reason)
    if !problems.contains(problem) { problems.append(problem) }
  }

  private mutating func insert(
    _ path: RecordPath,
    _ kind: StepOutline.Kind,
    orReport reason: WorkflowProblem.Reason = .ambiguous
  ) {
    if !places.insert(Place(path: path, kind: kind)).inserted { report(path, reason) }
  }

  /// Notes that steps have places inside a place.
  private mutating func enter(_ path: RecordPath, withKeys hasKeys: Bool = false) {
    let isFirst = entered.insert(path).inserted
    if hasKeys ? !isFirst : enteredWithKeys.contains(path) { report(path, .keysBesideNames) }
    if hasKeys { enteredWithKeys.insert(path) }
  }

  /// Notes the place of a step that may pass its key to a service.
  private mutating func insertKey(_ path: RecordPath) {
    // Where records are ambiguous, keys are as well.
    if problems.contains(WorkflowProblem(place: path, reason: .ambiguous)) { return }
    insert(path, .step, orReport: .sharedKey)
  }

  /// Checks a step.
  ///
  /// A step that wraps one other step, such as an attempt, has the place of that step.
  ///
  /// - Parameters:
  ///   - outline: The step.
  ///   - outer: The place of the enclosing step.
  ///   - before: The steps before it that are not recorded.
  /// - Returns: The steps before its end that are not recorded.
  mutating func pass(
    _ outline: StepOutline,
    at outer: RecordPath,
    behind before: Unrecorded
  ) -> Unrecorded {
    let path = outer.appending(outline.name)
    let parts = outline.parts
    switch outline.kind {
    case .step:
      if outline.seesContext {
        insertKey(path)
        enter(path)
      }
      return before + [path]
    case .wait, .signal, .function:
      // A function may wait, and is then called again with the same input.
      let isFunction = outline.kind == .function
      let reason = outline.kind == .signal ? WorkflowProblem.Reason.sameSignal : .ambiguous
      insert(path, isFunction ? .function : .wait, orReport: reason)
      if outline.signal?.queues == true { report(path, .queuedSignal) }
      if isFunction { enter(path) }
      for step in before { report(step, .repeated(byWaitAt: path)) }
      return isFunction ? [] : before
    case .chain:
      enter(path)
      return parts.reduce(before) { pass($1, at: path, behind: $0) }
    case .parallel:
      enter(path)
      let ends = parts.map { pass($0, at: path, behind: before) }
      for (index, end) in ends.enumerated() {
        let others = parts.indices.filter { $0 != index }
        guard let wait = others.lazy.compactMap({ parts[$0].firstWait(at: path) }).first
        else { continue }
        for step in end.dropFirst(before.count) { report(step, .repeated(byWaitAt: wait)) }
      }
      return ends.reduce(into: []) { all, end in all += end.filter { !all.contains($0) } }
    case .forEach:
      if outline.numbersUnorderedElements { report(path, .unordered) }
      enter(path, withKeys: outline.namesElementsByKeys)
      let element = path.appending("#")
      var after = before
      for part in parts {
        after = part.steps.reduce(before) { pass($1, at: element, behind: $0) }
        let waits = part.steps.lazy.compactMap { $0.firstWait(at: element) }
        guard let wait = waits.first else { continue }
        for step in after where !before.contains(step) { report(step, .repeated(byWaitAt: wait)) }
      }
      return after
    case .when:
      enter(path)
      let branches = zip(["then", "otherwise"], parts).map { name, part in
        part.steps.reduce(before) { pass($1, at: path.appending(name), behind: $0) }
      }
      return branches.reduce(into: []) { all, end in all += end.filter { !all.contains($0) } }
    case .recover:
      if parts.count > 1 { enter(path) }
      let names = [outer, path.appending("recover")]
      let branches = zip(names, parts).map { pass($1, at: $0, behind: before) }
      let ends = branches.reduce(into: []) { all, end in all += end.filter { !all.contains($0) } }
      // A closure leaves no record of the failure that it handled.
      return parts.count > 1 ? ends : withoutRecord(path, behind: before, ends)
    case .retry, .timeout:
      if outline.hasFunctions { report(path, .attemptedFunction) }
      if outline.hasPlaces { insert(path, outline.kind) }
      return around(parts, outer, before)
    case .settle:
      // A failure is an output here, and has no record.
      return withoutRecord(path, behind: before, around(parts, outer, before))
    case .finally: return around(parts, outer, before)
    case .keepInput:
      // The output contains the input, which only the steps before it can produce.
      let after = around(parts, outer, before)
      return before + after.filter { !before.contains($0) }
    case .compensate:
      if parts.first?.kind != .checkpoint { report(path, .compensatedWithoutCheckpoint) }
      return around(parts, outer, before)
    case .cache:
      if parts.contains(where: \.hasPlaces) { report(path, .cachedAroundCheckpoint) }
      return around(parts, outer, before)
    case .checkpoint:
      insert(path, .checkpoint)
      _ = around(parts, outer, before)
      return []
    }
  }

  /// Returns the steps that are not recorded after a step that may end without a record.
  private func withoutRecord(
    _ path: RecordPath,
    behind before: Unrecorded,
    _ ends: Unrecorded
  ) -> Unrecorded {
    (ends + [path]).reduce(into: before) { all, end in
      if !all.contains(end) { all.append(end) }
    }
  }

  private mutating func around(
    _ parts: [StepOutline],
    _ outer: RecordPath,
    _ before: Unrecorded
  ) -> Unrecorded {
    parts.reduce(before) { pass($1, at: outer, behind: $0) }
  }
}

extension StepOutline {
  /// The steps of a branch, which has the place of its element or choice rather than its own.
  var steps: [StepOutline] { kind == .chain ? parts : [self] }

  /// Returns the place of the first wait inside, for messages.
  fileprivate func firstWait(at outer: RecordPath) -> RecordPath? {
    let path = outer.appending(name)
    switch kind {
    case .wait, .signal, .function: return path
    case .step: return nil
    case .chain, .parallel, .forEach, .when, .recover:
      return parts.lazy.compactMap { $0.firstWait(at: path) }.first
    case .settle, .retry, .timeout, .compensate, .finally, .keepInput, .cache, .checkpoint:
      return parts.lazy.compactMap { $0.firstWait(at: outer) }.first
    }
  }
}
