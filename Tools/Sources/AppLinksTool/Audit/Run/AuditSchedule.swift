import ToolSupport
/// The order in which an audit reads pages, with few requests to one host at a time.
///
/// The schedule has no clock: the caller passes the time since the beginning.
struct AuditSchedule {
  /// The next step.
  enum Step: Hashable {
    /// Read the information about a host that its pages require.
    case host(String)

    /// Read a page.
    case page(String)

    /// Wait until a time, or until a page or host has ended.
    case wait(until: Duration)

    /// Wait until a page or host has ended.
    case idle

    /// Everything has ended.
    case done
  }

  private struct Queue {
    enum State { case unknown, loading, ready }

    var state = State.unknown
    var pages: [String] = []
    var next = 0
    var active = 0
    var delay = Duration.zero
    var earliest = Duration.zero
  }

  private var queues: [String: Queue] = [:]

  /// The hosts with pages that have not begun, and the index of the next host.
  private var order: [String] = []
  private var turn = 0
  private var activeCount = 0
  private let perHost: Int

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - pages: The pages, in order.
  ///   - perHost: The number of pages of one host to read at a time.
  init(_ pages: [String], perHost: Int) {
    self.perHost = perHost
    for page in pages {
      let host = SiteServer?.origin(of: page).lowercased()
      if queues[host] == nil { order.append(host) }
      queues[host, default: Queue()].pages.append(page)
    }
  }

  /// Begins the next step, and returns it.
  ///
  /// - Parameter now: The time since the beginning.
  /// - Returns: The step.
  mutating func next(_ now: Duration) -> Step {
    var earliest: Duration?
    for offset in 0..<order.count {
      let index = (turn + offset) % order.count
      let host = order[index]
      guard var queue = queues[host] else { continue }
      switch queue.state {
      case .unknown:
        queue.state = .loading
        queues[host] = queue
        activeCount += 1
        turn = index + 1
        return .host(host)
      case .loading: continue
      case .ready:
        guard queue.active < perHost else { continue }
        guard queue.earliest <= now else {
          earliest = min(earliest ?? queue.earliest, queue.earliest)
          continue
        }
        let page = queue.pages[queue.next]
        queue.next += 1
        queue.active += 1
        queue.earliest = now + queue.delay
        activeCount += 1
        turn = index + 1
        queues[host] = queue
        if queue.next == queue.pages.count {
          order.remove(at: index)
          turn = index
        }
        return .page(page)
      }
    }
    if let earliest { return .wait(until: earliest) }
    return activeCount > 0 ? .idle : .done
  }

  /// Records that the information about a host is complete.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - delay: The time between the beginnings of two of its pages.
  mutating func know(_ host: String, delay: Duration) {
    activeCount -= 1
    queues[host]?.state = .ready
    queues[host]?.delay = delay
  }

  /// Records that a page has ended.
  mutating func end(_ page: String) {
    activeCount -= 1
    queues[SiteServer?.origin(of: page).lowercased()]?.active -= 1
  }
}
