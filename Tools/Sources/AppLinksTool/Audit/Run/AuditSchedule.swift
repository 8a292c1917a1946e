import ToolSupport
/// The order in which the pages of an audit are read, with few requests to one host at a time.
///
/// The schedule holds no clock: a caller passes the time since the beginning.
struct AuditSchedule {
  /// What to do next.
  enum Step: Hashable {
    /// Read what has to be known about a host before its pages.
    case host(String)

    /// Read a page.
    case page(String)

    /// Wait until a time, or until something has ended.
    case wait(until: Duration)

    /// Wait until something has ended.
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

  /// The hosts with pages that have not begun, and the index of the one to ask next.
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

  /// Returns what to do next, which has then begun.
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

  /// Notes that everything is known about a host.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - delay: The time between the beginnings of two of its pages.
  mutating func know(_ host: String, delay: Duration) {
    activeCount -= 1
    queues[host]?.state = .ready
    queues[host]?.delay = delay
  }

  /// Notes that a page has ended.
  mutating func end(_ page: String) {
    activeCount -= 1
    queues[SiteServer?.origin(of: page).lowercased()]?.active -= 1
  }
}
