extension RunTable {
  /// Returns the run that has the key of a place.
  func holder(of place: QueuePlace) -> String? {
    guard let key = place.key else { return nil }
    return runs.first { $0.value.queue == place.queue && $0.value.key == key }?.key
  }

  /// Returns how many runs of each queue a worker may take.
  func rooms(of queues: [RunQueue], for worker: String) -> [String: QueueRoom] {
    var rooms: [String: QueueRoom] = [:]
    for queue in queues { rooms[queue.name] = room(of: queue, for: worker) }
    return rooms
  }

  private func room(of queue: RunQueue, for worker: String) -> QueueRoom {
    var room = QueueRoom.unlimited
    let all = runs.values.filter { $0.queue == queue.name }
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
