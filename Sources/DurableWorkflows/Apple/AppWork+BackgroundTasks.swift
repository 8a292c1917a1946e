#if canImport(BackgroundTasks) && !os(macOS) && !os(watchOS)
public import BackgroundTasks

extension AppWork {
  /// Works on durable runs in the background tasks with an identifier.
  ///
  /// Call this method before the app finishes launching, with an identifier listed in its
  /// `Info.plist` under `BGTaskSchedulerPermittedIdentifiers`. Submit a request for each task; one
  /// request leads to at most one task.
  ///
  /// - Parameter identifier: The identifier.
  /// - Returns: Whether the identifier is listed and new.
  @MainActor @discardableResult
  public func register(_ identifier: String) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
      self.work(in: task)
    }
  }

  /// Works on durable runs in a background task until no run is due or its time is over.
  ///
  /// This method completes the task once, as a success if no run is due. For a task that reports
  /// progress, such as a `BGContinuedProcessingTask`, it updates how many of the runs have ended or
  /// wait.
  ///
  /// - Parameter task: A task that has just been launched, on the main queue.
  @MainActor
  public func work(in task: BGTask) {
    let progress = (task as? any ProgressReporting)?.progress
    let work = Task { @MainActor in
      let end = await self.work { done, all in
        progress?.totalUnitCount = Int64(all)
        progress?.completedUnitCount = Int64(done)
      }
      task.setTaskCompleted(success: end == .idle)
    }
    // The system calls this closure on an arbitrary thread.
    task.expirationHandler = { @Sendable in work.cancel() }
  }
}
#endif
