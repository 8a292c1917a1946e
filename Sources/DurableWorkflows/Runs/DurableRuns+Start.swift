internal import Dispatch
internal import Futures

extension DurableRuns {
  /// Begins to work on runs that are due, now and from now on.
  ///
  /// Without this call, this process can submit runs, and other processes work on them. If this
  /// process is already working, nothing happens.
  ///
  /// The steps of runs have the task-local values and the priority with which this process was
  /// started, whichever code submits a run. A trace that is stored with a run continues.
  public func start() {
    work.withLock { work in
      if work.isStopping { work.nextStart = RunOrigin() }
      if work.task != nil || work.isStopping { return }
      work.origin = RunOrigin()
      work.task = unstructured { [weak self, settings, claims, renewals] in
        let listening = unstructured { [weak self] in
          for await hint in settings.store.hints { self?.follow(hint) }
        }
        defer { listening.cancel() }
        await withTaskGroup { group in
          group.addTask { [weak self] in
            while let pause = await self?.claim() {
              await claims.pause(for: pause, clock: settings.clock)
            }
          }
          // Steps that block occupy the threads of tasks. A serial queue gets a thread in any case,
          // and so do timers. A test replaces the executor of all tasks.
          let queue = ExecutionContext.queue(DispatchQueue(label: "tenon.renewals"))
          let executor = TaskHome.executor == nil ? ContextTaskExecutor(queue) : nil
          group.addTask(executorPreference: executor) { [weak self] in
            defer { withExtendedLifetime(executor) {} }
            while let pause = self?.pauseBeforeRenewal {
              await renewals.pause(for: pause.time, clock: settings.clock)
              await self?.renewIfDue()
            }
          }
        }
      }
    }
    claims.wake()
  }

  /// Stops working: claims no more runs and gives back the runs that this process has.
  ///
  /// A run is given back at its next checkpoint or when the time is over. Another process continues
  /// it, and nothing is undone. This method returns at the latest one second after the time is
  /// over, even if a step ignores its cancellation, unless the store does not answer: then it waits
  /// for as long as an operation of the store may take.
  ///
  /// - Parameter duration: The maximum time to wait for checkpoints.
  public func stop(within duration: Duration = .seconds(5)) async {
    let (task, runs) = work.withLock { work in
      work.beginStop()
      return (work.task, Array(work.runs.values))
    }
    claims.wake()
    for run in runs { run.session.drain() }
    if duration > .zero { await ended(runs, within: duration) }
    for run in runs { run.session.depart(.drained) }
    // Give steps time to react to their cancellation.
    await ended(runs, within: .seconds(1))
    // The runs of steps that do not react.
    await withDiscardingTaskGroup { group in
      for run in work.withLock({ Array($0.runs.values) }) {
        group.addTask { await self.release(run.session.id, epoch: run.session.epoch) }
      }
    }
    renewals.wake()
    await task?.value
    let nextStart = work.withLock { $0.endStop() }
    nextStart?.start { [self] in start() }
  }

  /// Waits until this process no longer works on runs, but no longer than a given time.
  private func ended(
    _ runs: [RunWork.Own],
    within duration: Duration
  ) async {
    let promise = Promise<Void, Never>()
    let limit = CancellationSource()
    defer { limit.cancel() }
    Future<Void, any Error>.after(duration, clock: settings.clock, cancellation: limit.token)
      .on(.inline).onSuccess { promise.succeed() }
    unstructured {
      for run in runs { await run.task.value }
      promise.succeed()
    }
    await promise.future.value
  }

  func release(_ run: String, epoch: Int) async {
    await Self.release(run, epoch: epoch, in: settings)
  }

  static func release(_ run: String, epoch: Int, in settings: RunSettings) async {
    do {
      try await settings.store.release(run, epoch: epoch)
    } catch {
      settings.report(.storeFailed(run: run, error: error))
    }
  }
}
