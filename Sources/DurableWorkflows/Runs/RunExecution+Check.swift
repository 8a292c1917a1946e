internal import Futures
internal import Workflows

// What an execution would find, without a step and without a write. The session is a replay.

/// What becomes of a run when it is begun.
enum RunProspect: Sendable {
  case continues
  /// Continues behind checkpoints that it has not passed.
  case skips([RecordPath])
  case setAside(reason: String)
  case unknown(reason: String)
}

extension RunExecution {
  /// The time after which a function that is called again has to return.
  private static let timeToReturn = Duration.seconds(60)

  /// Compares the definition with what the run has recorded, as ``run(in:)`` and ``finish(_:)`` do
  /// before anything begins.
  func check() async -> RunProspect {
    let row = session.row
    if let reason = workflow.outline.mismatch(with: row) { return .setAside(reason: reason) }
    if row.undoing != nil || endOfTime(of: row) != nil {
      let problem = row.nextToUndo == nil ? nil : await problemOfUndos()
      if let problem { return .setAside(reason: problem) }
      return prospect(isKnown: !session.isLeft)
    }
    if workflow.outline.kind == .function { return await checkFunction() }
    do {
      try workflow.read(session)
    } catch {
      if !session.isLeft { refuseInput(error) }
    }
    let skipped = workflow.outline.skipped(by: row)
    return session.isLeft || skipped.isEmpty ? prospect(isKnown: true) : .skips(skipped)
  }

  private func prospect(isKnown: Bool) -> RunProspect {
    if let reason = session.refusal { return .setAside(reason: reason) }
    return isKnown
      ? .continues
      : .unknown(
        reason: "The function awaits something else than its calls, and did not ask for all that "
          + "is recorded. Put what it awaits into a step."
      )
  }

  private func checkFunction() async -> RunProspect {
    let limit = CancellationSource()
    let end = Promise<Void, Never>()
    // It may never return.
    @Sendable func leave() {
      session.depart(.lost)
      end.succeed()
    }
    Future<Void, any Error>
      .after(Self.timeToReturn, clock: session.clock, cancellation: limit.token)
      .on(.inline).onSuccess { leave() }
    unstructured {
      do {
        try await session.call(workflow)
      } catch {
        refuseInput(error)
      }
      end.succeed()
    }
    await withTaskCancellationHandler {
      await end.future.value
    } onCancel: {
      leave()
    }
    limit.cancel()
    return prospect(isKnown: session.hasReadRecords)
  }
}
