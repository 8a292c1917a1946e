extension WorkflowRun {
  /// Starts a run that was prepared, and waits until it has ended and none of its steps is running.
  ///
  /// - Parameter task: The current task, in which the steps run, because a task of their own would
  ///   change threads at its start and at its end. It is cancelled if the run is. `nil` for a task
  ///   of their own, which they also have if they are recorded.
  /// - Returns: The outcome.
  package func perform(in task: Task<Void, Never>?) async -> Result<Output, any Error> {
    if let task, await core.perform(in: task) { return await result }
    _ = core.start()
    let result = await result
    await stopped()
    return result
  }
}
