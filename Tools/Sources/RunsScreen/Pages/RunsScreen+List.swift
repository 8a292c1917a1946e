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
    let workflow: String?
    let after: String?

    func address(status: String?, after: String? = nil) -> String {
      Address.to("/", ["status": status, "workflow": workflow, "after": after])
    }
  }

  /// Returns the page with the runs.
  func list(_ fields: FormFields) async throws -> Content {
    let filter = Filter(
      status: fields["status"],
      workflow: fields.trimmed("workflow"),
      after: fields["after"]
    )
    let status = filter.status.flatMap(StatusName.init)
    if filter.status != nil, status == nil { throw Refusal.noSuchPage }
    let query = RunQuery(
      statuses: status.map { [$0.status] } ?? [],
      workflow: filter.workflow,
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
    let view = ListView(
      tabs: tabs(try await runs.counts(), filter),
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
        FiltersView(status: filter.status, workflow: filter.workflow)
      ),
      live: templates.part("list", view)
    )
  }

  private func tabs(_ counts: [DurableRunStatus: Int], _ filter: Filter) -> [ListView.Tab] {
    let all = ListView.Tab(
      name: "all",
      count: counts.values.reduce(0, +),
      address: filter.address(status: nil),
      isCurrent: filter.status == nil
    )
    return [all]
      + StatusName.allCases.map { name in
        ListView.Tab(
          name: name.rawValue,
          count: counts[name.status] ?? 0,
          address: filter.address(status: name.rawValue),
          isCurrent: filter.status == name.rawValue
        )
      }
  }
}

/// The fields that narrow the list of runs.
private struct FiltersView {
  let status: String?
  let workflow: String?
}

/// The runs of a page, and the number of all runs by status.
private struct ListView {
  struct Tab {
    let name: String
    let count: Int
    let address: String
    let isCurrent: Bool
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
      id = run.id.printable
      address = Address.to(run: run.id)
      workflow = run.workflow.printable
      workflowAddress = Address.to("/", ["workflow": run.workflow])
      version = run.version
      status = StatusName(run.status).rawValue
      submitted = TimeText.short(run.submitted)
      ended = run.ended.map(TimeText.short) ?? "–"
      message = run.message.map { $0.count > 160 ? $0.prefix(160) + "…" : $0 }?.printable
    }
  }

  let tabs: [Tab]
  let rows: [Row]
  let newest: String?
  let older: String?

  let hasRows: Bool

  init(tabs: [Tab], rows: [Row], newest: String?, older: String?) {
    self.tabs = tabs
    self.rows = rows
    self.newest = newest
    self.older = older
    hasRows = !rows.isEmpty
  }
}
