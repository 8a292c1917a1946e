import AppLinks
import AppLinksPublishing
import AppLinksResolving
import ToolSupport

/// A reader of the pages of an audit, several at a time, that emits each record immediately.
struct Auditor: Sendable {
  let site: WebSite
  let linter: ConsistencyLinter
  let assertions: AuditAssertions
  let jobs: Int
  let perHost: Int
  let delay: Duration
  let usesRobots: Bool

  private enum Event: Sendable {
    case host(String, AuditHosts.Known)
    case page(AuditRecord)
    case timer
  }

  /// Audits pages.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - emit: A closure that receives the record of each page and of each association file.
  /// - Throws: The error that the closure throws, which ends the audit.
  func run(
    _ pages: [String],
    emit: (AuditRecord) throws(ToolError) -> Void
  ) async throws(ToolError) {
    let hosts = AuditHosts(site, usesRobots: usesRobots)
    let clock = ContinuousClock()
    let start = clock.now
    var schedule = AuditSchedule(pages, perHost: perHost)
    var robots: [String: RobotsFile] = [:]
    var seenHosts: Set<String> = []
    var failure: ToolError?
    await withTaskGroup(of: Event.self) { group in
      var running = 0
      var hasTimer = false
      func give(_ record: AuditRecord) {
        guard failure == nil else { return }
        do throws(ToolError) {
          try emit(record)
        } catch {
          failure = error
          group.cancelAll()
        }
      }
      while failure == nil {
        filling: while running < jobs, failure == nil {
          switch schedule.next(clock.now - start) {
          case .host(let origin):
            running += 1
            group.addTask { .host(origin, await hosts.host(of: origin)) }
          case .page(let url):
            let origin = SiteServer?.origin(of: url).lowercased()
            guard robots[origin]?.allows(Self.path(of: url)) != false else {
              schedule.end(url)
              give(AuditRecord(url: url, isSkipped: true))
              continue
            }
            running += 1
            group.addTask { .page(await page(url, hosts)) }
          case .wait(let time):
            if !hasTimer {
              hasTimer = true
              group.addTask {
                try? await clock.sleep(until: start + time)
                return .timer
              }
            }
            break filling
          case .idle, .done: break filling
          }
        }
        guard running > 0 || hasTimer, let event = await group.next() else { break }
        switch event {
        case .timer: hasTimer = false
        case .page(let record):
          running -= 1
          schedule.end(record.url)
          give(record)
        case .host(let origin, let known):
          running -= 1
          robots[origin] = known.robots
          let asked = known.robots.delay.map { Duration.seconds($0) } ?? .zero
          schedule.know(origin, delay: max(delay, asked))
          if seenHosts.insert(known.host.host).inserted {
            for file in files(of: known) { give(file) }
          }
        }
      }
    }
    if let failure { throw failure }
  }

  /// Returns the records of the association files of a host.
  private func files(of known: AuditHosts.Known) -> [AuditRecord] {
    let findings = linter.lint(known.host, counterpart: known.counterpart)
    let name = known.host.host
    var records: [AuditRecord] = []
    for platform in [AssociationAnswer.Platform.apple, .android] {
      guard let found = findings[platform] else { continue }
      let answer = platform == .apple ? known.host.apple : known.host.android
      let file = platform == .apple ? "apple-app-site-association" : "assetlinks.json"
      records.append(
        AuditRecord(
          url: answer?.url ?? "https://\(name)/.well-known/\(file)",
          status: answer?.status,
          isFile: true,
          findings: found
        )
      )
    }
    return records
  }

  private func page(_ url: String, _ hosts: AuditHosts) async -> AuditRecord {
    do throws(ToolError) {
      let loaded = try await site.page(at: url)
      var linked = [await hosts.host(of: url).host]
      let isMoved = URLParts(loaded.page.url).host?.lowercased() != linked[0].host
      if isMoved { linked.append(await hosts.host(of: loaded.page.url).host) }
      var record = AuditRecord(url: url, status: loaded.resolution.status)
      if loaded.page.url != url { record.finalURL = loaded.page.url }
      record.findings =
        LintReport.findings(loaded.resolution.transferDiagnostics) + loaded.findings
        + linter.lint(loaded.page, hosts: linked)
        + assertions.findings(about: url, loaded.resolution.metadata, linked[0])
      record.page = loaded.page.forComparison
      return record
    } catch {
      return AuditRecord(url: url, error: error.message)
    }
  }

  private static func path(of url: String) -> String {
    let parts = URLParts(url)
    return (parts.path.isEmpty ? "/" : parts.path) + (parts.query.map { "?" + $0 } ?? "")
  }
}
