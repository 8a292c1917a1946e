import DurableWorkflows
import FlyingFox
import Foundation
import ToolSupport

extension RunsScreen {
  /// The number of runs on a page.
  private static let pageSize = 50

  /// What is asked of the list of runs, as fields of its address.
  private struct Filter {
    let status: String?
    let prefix: String?
    let workflow: String?
    let queue: String?
    let partition: String?
    let tag: String?
    let from: String?
    let until: String?
    let after: String?

    init(_ fields: FormFields) {
      status = fields["status"]
      workflow = fields["workflow"]
      queue = fields["queue"]
      prefix = fields.trimmed("prefix")
      // Empty in a form is any; the partition without a name cannot be asked for.
      partition = fields.trimmed("partition")
      tag = fields["tag"].flatMap { $0.isEmpty ? nil : $0 }
      from = fields.trimmed("from")
      until = fields.trimmed("until")
      after = fields["after"]
    }

    /// The times between which the runs were submitted; `nil` for all times.
    var submitted: Range<StoreTime>? {
      get throws {
        if from == nil, until == nil { return nil }
        let first = try Self.time(from) ?? 0
        return first..<max(first, try Self.time(until) ?? .max)
      }
    }

    var tags: [String: String] {
      get throws {
        guard let tag else { return [:] }
        let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
          throw Refusal(.badRequest, "That is no tag", "Write it as name=value.")
        }
        return [String(parts[0]): String(parts[1])]
      }
    }

    private static func time(_ text: String?) throws -> StoreTime? {
      guard let text else { return nil }
      guard let time = TimeText.time(text) else {
        throw Refusal(.badRequest, "That is no time", "Write it as 2026-11-30T12:30, in UTC.")
      }
      return time
    }

    /// Whether the list has not all runs of a status.
    var isNarrow: Bool {
      [prefix, workflow, queue, partition, tag, from, until].contains { $0 != nil }
    }

    func address(status: String?, after: String? = nil) -> String {
      Address.to(
        "/",
        [
          "status": status, "prefix": prefix, "workflow": workflow, "queue": queue,
          "partition": partition, "tag": tag, "from": from, "until": until, "after": after,
        ]
      )
    }
  }

  /// Returns the page with the runs.
  func list(_ fields: FormFields) async throws -> Content {
    let filter = Filter(fields)
    let status = filter.status.flatMap(StatusName.init)
    if filter.status != nil, status == nil { throw Refusal.noSuchPage }
    let query = RunQuery(
      statuses: status.map { [$0.status] } ?? [],
      workflow: filter.workflow,
      idPrefix: filter.prefix,
      queue: filter.queue,
      partition: filter.partition,
      tags: try filter.tags,
      submitted: try filter.submitted,
      limit: Self.pageSize + 1,
      after: filter.after
    )
    let found: [RunSummary]
    do {
      found = try await runs.list(query)
    } catch is UnknownRun {
      throw Refusal(
        .gone,
        "That page is gone",
        "Its runs were removed. Begin with the newest ones."
      )
    }
    // The numbers of all runs say nothing about a part of them.
    let counts = filter.isNarrow ? nil : try await runs.counts()
    let isFirst = !filter.isNarrow && status == nil && filter.after == nil
    let view = ListView(
      attention: isFirst ? try await attention(counts ?? [:]) : [],
      tabs: tabs(counts, filter),
      rows: found.prefix(Self.pageSize).map(ListView.Row.init),
      newest: filter.after.map { _ in filter.address(status: filter.status) },
      older: found.count > Self.pageSize
        ? filter.address(status: filter.status, after: found[Self.pageSize - 1].id) : nil
    )
    let title = status.map { "Runs, \($0.rawValue)" } ?? "Runs"
    return Content(
      title: title,
      place: .runs,
      notice: Notice.text(fields["said"]),
      before: templates.part(
        "filters",
        FiltersView(
          isOpen: filter.isNarrow,
          status: filter.status,
          prefix: filter.prefix,
          workflow: filter.workflow,
          queue: filter.queue,
          partition: filter.partition,
          tag: filter.tag,
          from: filter.from,
          until: filter.until
        )
      ),
      live: templates.part("list", view)
    )
  }

  private func tabs(_ counts: [DurableRunStatus: Int]?, _ filter: Filter) -> [ListView.Tab] {
    let all = ListView.Tab(
      name: "all",
      count: counts?.values.reduce(0, +),
      address: filter.address(status: nil),
      isCurrent: filter.status == nil,
      needsPerson: false
    )
    return [all]
      + StatusName.allCases.map { name in
        ListView.Tab(
          name: name.rawValue,
          count: counts.map { $0[name.status] ?? 0 },
          address: filter.address(status: name.rawValue),
          isCurrent: filter.status == name.rawValue,
          needsPerson: name == .setAside && counts?[.setAside] ?? 0 > 0
        )
      }
  }
}

/// The fields that narrow the list of runs.
private struct FiltersView {
  let isOpen: Bool
  let status: String?
  let prefix: String?
  let workflow: String?
  let queue: String?
  let partition: String?
  let tag: String?
  let from: String?
  let until: String?
}

/// The runs of a page, and the number of all runs by status.
private struct ListView {
  struct Tab {
    let name: String
    let count: Int?
    let address: String
    let isCurrent: Bool
    /// Whether there are runs that nobody but a person moves on.
    let needsPerson: Bool
  }

  struct Row {
    let id: String
    let address: String
    let workflow: String
    let workflowAddress: String
    let version: Int
    let status: String
    let submitted: String
    let ended: String
    let message: String?

    init(_ run: RunSummary) {
      id = Self.short(run.id)
      address = Address.to(run: run.id)
      workflow = Self.short(run.workflow)
      workflowAddress = Address.to("/", ["workflow": run.workflow])
      version = run.version
      status = StatusName(run.status).rawValue
      submitted = TimeText.short(run.submitted)
      ended = run.ended.map(TimeText.short) ?? "–"
      message = run.message.map(Self.short)
    }

    /// The beginning of a text; a character may consist of any number of scalars.
    private static func short(_ text: String) -> String {
      let start = String(text.unicodeScalars.prefix(160))
      return (start == text ? text : start + "…").printable
    }
  }

  let attention: [Attention]
  let hasAttention: Bool
  let tabs: [Tab]
  let rows: [Row]
  let newest: String?
  let older: String?

  let hasRows: Bool

  init(
    attention: [Attention],
    tabs: [Tab],
    rows: [Row],
    newest: String?,
    older: String?
  ) {
    self.attention = attention
    hasAttention = !attention.isEmpty
    self.tabs = tabs
    self.rows = rows
    self.newest = newest
    self.older = older
    hasRows = !rows.isEmpty
  }
}
