extension RunTable {
  /// Returns the run that has the key of a place.
  func holder(of place: QueuePlace) -> String? {
    guard let key = place.key else { return nil }
    return runs.first { $0.value.queue == place.queue && $0.value.key == key }?.key
  }

  /// Pauses a queue, or resumes it.
  package mutating func setPaused(_ isPaused: Bool, ofQueue queue: String) {
    queueSettings[queue, default: QueueSetting()].isPaused = isPaused
  }

  /// Sets the limit of a queue that applies in place of those of workers.
  package mutating func setLimit(_ maxConcurrentRuns: Int?, ofQueue queue: String) {
    queueSettings[queue, default: QueueSetting()].maxConcurrentRuns = maxConcurrentRuns
  }

  /// Returns the queues with runs that have not ended, and those for which something is set.
  package func queues() -> [QueueSummary] {
    let statuses = Dictionary(grouping: runs.values.filter { $0.queue != nil }) { $0.queue ?? "" }
      .mapValues { rows in rows.map { $0.status(at: now) } }
    return Set(queueSettings.keys).union(statuses.keys).compactMap { name in
      let setting = queueSettings[name] ?? QueueSetting()
      func count(_ status: DurableRunStatus) -> Int {
        statuses[name]?.count { $0 == status } ?? 0
      }
      let (queued, waiting, running) = (count(.queued), count(.waiting), count(.running))
      if queued + waiting + running == 0, setting == QueueSetting() { return nil }
      return QueueSummary(
        name: name,
        isPaused: setting.isPaused,
        maxConcurrentRuns: setting.maxConcurrentRuns,
        queued: queued,
        waiting: waiting,
        running: running
      )
    }
  }

  /// Returns how many runs of each partition of queues a worker may take.
  func rooms(of queues: [RunQueue], for worker: String) -> [QueuePartition: QueueRoom] {
    var rooms: [QueuePartition: QueueRoom] = [:]
    for queue in queues {
      let setting = queueSettings[queue.name] ?? QueueSetting()
      let runs = runs.values.filter { $0.queue == queue.name }
      for (partition, runs) in Dictionary(grouping: runs, by: \.partition) {
        rooms[QueuePartition(queue.name, partition)] =
          queue.with(setting).map { room(of: $0, for: worker, beside: runs) } ?? QueueRoom.none
      }
    }
    return rooms
  }

  private func room(of queue: RunQueue, for worker: String, beside all: [Row]) -> QueueRoom {
    var room = QueueRoom.unlimited
    // A run whose lease has ended is due and takes no room.
    let running = all.filter { row in
      if case .running(until: let end) = row.state { end > now } else { false }
    }
    if let limit = queue.maxConcurrentRuns { room.runs = max(0, limit - running.count) }
    if let limit = queue.maxConcurrentRunsPerProcess {
      room.runs = min(room.runs, max(0, limit - running.count { $0.worker == worker }))
    }
    guard let rate = queue.rate else { return room }
    let window = rate.window.milliseconds
    let starts = all.compactMap(\.started).filter { $0 > now - window }.sorted(by: >)
    let nextStart = starts.count < rate.starts ? nil : starts[rate.starts - 1] + window
    return QueueRoom(
      runs: room.runs,
      starts: max(0, rate.starts - starts.count),
      nextStart: nextStart
    )
  }
}
