import DurableWorkflows
import FlyingFox
import ToolSupport

extension RunsScreen {
  /// The number of runs on a page.
  private static let pageSize = 50
  /// The number of pages that lead back to newer runs.
  private static let maximumBack = 20

  /// Returns the page with the runs.
  func list(_ fields: FormFields) async throws -> Content {
    let filter = try ListFilter(fields)
    let names = filter.statuses.map(\.rawValue).joined(separator: ", ")
    var page = Content(title: names.isEmpty ? "Runs" : "Runs, \(names)", place: .runs)
    do {
      var query = try filter.query
      query.limit = Self.pageSize + 1
      query.after = fields["after"]
      page.before = templates.part("filters", FiltersView(filter))
      page.live = try await part(query, filter, back: fields.all("back"))
    } catch let problem as Problem {
      page.status = .badRequest
      page.before = templates.part("filters", FiltersView(filter, problem: problem.text))
    } catch is UnknownRun {
      throw Refusal(
        .gone,
        "That page is gone",
        "Its runs were removed. Begin with the newest ones."
      )
    }
    return page
  }

  /// Returns the part of the page that changes.
  private func part(
    _ query: RunQuery,
    _ filter: ListFilter,
    back: [String]
  ) async throws -> String {
    let found = try await runs.list(query)
    // The numbers of all runs say nothing about a part of them.
    let counts = filter.isNarrow ? nil : try await runs.counts()
    let isWhole = !filter.isNarrow && filter.statuses.isEmpty
    let after = query.after
    var older: String?
    if found.count > Self.pageSize {
      let pages = (back + [after].compactMap(\.self)).suffix(Self.maximumBack)
      older = filter.address(after: found[Self.pageSize - 1].id, back: pages)
    }
    let actions = isWhole || found.isEmpty || options.isReadOnly ? [] : ActionKind.ofRuns
    let view = ListView(
      attention: isWhole && after == nil ? try await attention(counts ?? [:]) : [],
      tabs: tabs(counts, filter),
      rows: found.prefix(Self.pageSize).map(ListView.Row.init),
      newest: after.map { _ in filter.address(filter.statuses) },
      newer: back.last.map { filter.address(after: $0, back: back.dropLast()) },
      older: older,
      actions: actions.filter { $0.applies(to: filter) }.map { ActionLink($0, of: filter.text) }
    )
    return templates.part("list", view)
  }

  private func tabs(_ counts: [DurableRunStatus: Int]?, _ filter: ListFilter) -> [ListView.Tab] {
    let all = ListView.Tab(
      name: "all",
      count: counts?.values.reduce(0, +),
      address: filter.address([]),
      isCurrent: filter.statuses.isEmpty,
      needsPerson: false
    )
    return [all]
      + StatusName.allCases.map { name in
        ListView.Tab(
          name: name.rawValue,
          count: counts.map { $0[name.status] ?? 0 },
          address: filter.address([name]),
          isCurrent: filter.statuses.contains(name),
          needsPerson: name == .setAside && counts?[.setAside] ?? 0 > 0
        )
      }
  }
}

/// The fields that narrow the list of runs.
private struct FiltersView {
  struct Status {
    let name: String
    let isChosen: Bool
  }

  let isOpen: Bool
  let problem: String?
  let statuses: [Status]
  let prefix: String?
  let workflow: String?
  let queue: String?
  let partition: String?
  /// The tags, of which an empty one is for another.
  let tags: [String]
  let from: String?
  let until: String?

  init(_ filter: ListFilter, problem: String? = nil) {
    isOpen = filter.isNarrow || filter.statuses.count > 1
    self.problem = problem
    statuses = StatusName.allCases.map { name in
      Status(name: name.rawValue, isChosen: filter.statuses.contains(name))
    }
    prefix = filter.prefix
    workflow = filter.workflow
    queue = filter.queue
    partition = filter.partition
    tags = filter.tags + [""]
    from = filter.from
    until = filter.until
  }
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
    let tip: String?
    let address: String
    let workflow: String
    let workflowAddress: String
    let version: Int
    let status: String
    let submitted: String
    let ended: String
    let message: String?

    init(_ run: RunSummary) {
      id = run.id.shortened
      tip = run.id.tip
      address = Address.to(run: run.id)
      workflow = run.workflow.shortened
      workflowAddress = Address.to("/", ["workflow": run.workflow])
      version = run.version
      status = StatusName(run.status).rawValue
      submitted = TimeText.short(run.submitted)
      ended = run.ended.map(TimeText.short) ?? "–"
      message = run.message?.shortened
    }
  }

  let attention: [Attention]
  let hasAttention: Bool
  let tabs: [Tab]
  let rows: [Row]
  let newest: String?
  let newer: String?
  let older: String?
  let actions: [ActionLink]
  let hasActions: Bool
  let hasRows: Bool

  init(
    attention: [Attention],
    tabs: [Tab],
    rows: [Row],
    newest: String?,
    newer: String?,
    older: String?,
    actions: [ActionLink]
  ) {
    self.attention = attention
    hasAttention = !attention.isEmpty
    self.tabs = tabs
    self.rows = rows
    self.newest = newest
    self.newer = newer
    self.older = older
    self.actions = actions
    hasActions = !actions.isEmpty
    hasRows = !rows.isEmpty
  }
}
