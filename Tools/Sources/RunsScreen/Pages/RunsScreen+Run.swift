@_spi(Stores) import DurableWorkflows
import FlyingFox
import Foundation
import ToolSupport

extension RunsScreen {
  /// A run, as its store has it.
  struct StoredRun {
    let details: RunDetails
    let row: RunRow<Data>
    let now: StoreTime

    var hasEnded: Bool { details.summary.ended != nil }
  }

  /// Reads the run that an address names.
  func load(_ fields: FormFields) async throws -> StoredRun {
    // A copied identifier may have white space around it, and so may the identifier itself.
    for id in [fields["id"], fields.trimmed("id")] {
      // No store has a run with that character, and some refuse to look for one.
      guard let id, !id.utf8.contains(0), let row = try await storage.load(id) else { continue }
      let now = try await storage.now
      return StoredRun(details: RunDetails(id, row, now: now), row: row, now: now)
    }
    throw Refusal.noRun(fields["id"])
  }

  /// Returns the page with a run.
  func run(_ fields: FormFields) async throws -> Content {
    let run = try await load(fields)
    let view = RunView(
      run,
      standing: try await standing(of: run),
      part: fields["part"].flatMap { Int($0) } ?? 0,
      hasActions: !options.isReadOnly
    )
    return Content(
      title: run.details.id.shortened,
      place: .run,
      live: templates.part("run", view)
    )
  }

  /// Returns a payload of a run as a file.
  func value(_ fields: FormFields) async throws -> HTTPResponse {
    let run = try await load(fields).details
    let data: Data? =
      switch fields["of"] {
      case "input": run.input
      case "output": run.output
      case "step": run.steps.first { $0.path == fields["name"] }?.value
      case "signal": run.signals.first { $0.name == fields["name"] }?.value
      default: nil
      }
    guard let data else { throw Refusal.noSuchPage }
    return .download(data, named: "value")
  }
}

/// What the page with a run shows.
private struct RunView {
  /// A line of the description.
  struct Fact {
    let name: String
    let value: String
    let tip: String?
    let address: String?

    init(_ name: String, _ value: String, _ address: String? = nil) {
      self.name = name.shortened
      self.value = value.shortened
      tip = name.tip ?? value.tip
      self.address = address
    }
  }

  let id: String
  let idTip: String?
  /// Why the run does not go on at once.
  let standing: String?
  let status: String
  let isPaused: Bool
  let message: String?
  /// A message that is too long to be read first.
  let wholeMessage: String?
  let facts: [Fact]
  let actions: [ActionLink]
  let hasActions: Bool
  let children: [Fact]
  let hasChildren: Bool
  let steps: [TimelineStep]
  let hasSteps: Bool
  let stepCount: Int
  let earlier: String?
  let later: String?
  let picture: String
  let values: [PayloadView]

  /// The number of steps on a page.
  private static let partSize = 200
  /// The number of scalars of a message that a page begins with.
  private static let messageSize = 2000

  init(_ run: RunsScreen.StoredRun, standing: String?, part: Int, hasActions: Bool) {
    let details = run.details
    id = details.id.shortened
    idTip = details.id.tip
    self.standing = standing
    status = StatusName(details.summary.status).rawValue
    isPaused = run.row.isPaused
    message = details.summary.message?.cut(to: Self.messageSize)
    wholeMessage = details.summary.message.flatMap { text in
      text.unicodeScalars.count > Self.messageSize ? text.printable : nil
    }
    facts = Self.facts(of: run)
    actions = hasActions ? Self.actions(on: run) : []
    self.hasActions = !actions.isEmpty
    children = Self.children(of: run)
    hasChildren = !children.isEmpty
    stepCount = details.steps.count
    let parts = max(1, (stepCount + Self.partSize - 1) / Self.partSize)
    let part = min(max(0, part), parts - 1)
    let shown = details.steps.dropFirst(part * Self.partSize).prefix(Self.partSize)
    let timeline = Timeline(run, isForkable: hasActions)
    steps = shown.map(timeline.step) + (part == parts - 1 ? timeline.pending : [])
    hasSteps = !steps.isEmpty
    let address = { (part: Int) in Address.to("/run", ["id": details.id, "part": "\(part)"]) }
    earlier = part > 0 ? address(part - 1) : nil
    later = part < parts - 1 ? address(part + 1) : nil
    picture = Address.to("/trace.svg", ["id": details.id])
    values = PayloadView.all(of: details, steps: Array(shown))
  }

  private static func facts(of run: RunsScreen.StoredRun) -> [Fact] {
    let (details, summary) = (run.details, run.details.summary)
    var facts = [
      Fact(
        "Workflow",
        "\(summary.workflow), version \(summary.version)",
        Address.to("/", ["workflow": summary.workflow])
      )
    ]
    if let parent = details.parent { facts.append(Fact("Parent", parent, Address.to(run: parent))) }
    if let place = details.place {
      let address = Address.to("/", ["queue": place.queue])
      facts.append(Fact("Queue", "\(place)", address))
    }
    for (name, value) in details.tags.sorted(by: <) {
      let tag = RunTag(name: name, value: value).text
      facts.append(Fact("Tag", tag, Address.to("/", ["tag": tag])))
    }
    facts.append(Fact("Submitted", at(summary.submitted)))
    if let started = details.started { facts.append(Fact("Started", at(started))) }
    if let ended = summary.ended {
      let after = TimeText.duration(TimeText.between(summary.submitted, ended))
      facts.append(Fact("Ended", "\(at(ended)), after \(after)"))
      return facts
    }
    if let due = details.due { facts.append(Fact("Due", at(due))) }
    if let deadline = details.deadline { facts.append(Fact("Deadline", at(deadline))) }
    if let end = details.leaseEnd {
      let worker = details.worker ?? "–"
      let taken = RunWords.taken(details.claims)
      facts.append(Fact("Worker", "\(worker), \(taken), leased until \(at(end))"))
    }
    if details.isCancelRequested { facts.append(Fact("Cancelled", "it has not ended yet")) }
    if let undoing = details.undoing { facts.append(Fact("Undone", "because of \(undoing)")) }
    return facts
  }

  private static func at(_ time: StoreTime) -> String { TimeText.zoned(time) }

  /// The children that have ended, and those that the run waits for.
  private static func children(of run: RunsScreen.StoredRun) -> [Fact] {
    let ended = run.details.signals.compactMap { RunWords.child(of: $0.name) }
    let awaited = run.hasEnded ? [] : run.details.awaitedSignals.compactMap(RunWords.child)
    return Set(ended).union(awaited).sorted().map { child in
      Fact(child, ended.contains(child) ? "has ended" : "is awaited", Address.to(run: child))
    }
  }

  private static func actions(on run: RunsScreen.StoredRun) -> [ActionLink] {
    let details = run.details
    let kinds: [ActionKind] =
      switch details.summary.status {
      case .queued, .waiting, .running:
        (details.isCancelRequested || details.undoing != nil ? [] : [.cancel])
          + [run.row.isPaused ? .resume : .pause]
      case .succeeded: [.undo, .fork]
      case .failed, .cancelled: [.retry, .fork]
      case .setAside: [.retry, .cancel, .fork]
      }
    var links = kinds.map { ActionLink($0, of: details.id) }
    if run.hasEnded { return links }
    let sent = Set(details.signals.map(\.name))
    let awaited = details.awaitedSignals.filter { RunWords.child(of: $0) == nil }
    for signal in awaited.subtracting(sent).sorted() {
      let label = "Send '\(signal.shortened)'"
      links.append(ActionLink(.send, of: details.id, label, signal: signal))
    }
    links.append(ActionLink(.send, of: details.id))
    return links
  }
}
