@_spi(Stores) import DurableWorkflows
import FlyingFox
import Foundation
import JSONValues
import ToolSupport

extension RunsScreen {
  /// An action that a person has asked for, with the fields of its form.
  private struct Action {
    let kind: ActionKind
    let name: String
    /// The runs of a list, for an action that is about all of them.
    let filter: ListFilter?
    let fields: FormFields

    init(_ fields: FormFields) throws {
      guard let kind = fields["do"].flatMap(ActionKind.init), let name = fields["of"] else {
        throw Refusal.noSuchPage
      }
      guard !name.utf8.contains(0) else { throw Refusal.noSuchRun }
      self.kind = kind
      filter = ActionKind.ofRuns.contains(kind) ? try ListFilter(FormFields(name)) : nil
      // All runs of a store are not changed by mistake.
      if let filter, filter.text.isEmpty || !kind.applies(to: filter) { throw Refusal.noSuchPage }
      self.name = filter?.text ?? name
      self.fields = fields
    }
  }

  /// Returns the page that asks before it acts.
  func confirmation(_ fields: FormFields) async throws -> HTTPResponse {
    let action = try Action(fields)
    if action.kind.object == "run", try await storage.load(action.name) == nil {
      throw Refusal.noSuchRun
    }
    return html(try await page(of: action))
  }

  /// The number of runs that one confirmation changes, so that the answer comes in time.
  private static let maximumRuns = 1000

  /// Returns the runs of a list that the action changes.
  private func found(_ action: Action) async throws -> [String]? {
    guard let filter = action.filter else { return nil }
    var found: [String] = []
    try await runs.forEach(action.kind.query(filter)) { found.append($0.id) }
    return found
  }

  private func page(of action: Action, problem: String? = nil) async throws -> Content {
    let kind = action.kind
    let found = try await found(action)
    let count = found.map { min($0.count, Self.maximumRuns) }
    let shownName = action.name.shortened
    let queues = kind.object == "queue" ? try await runs.queues() : nil
    var heading = "\(kind.label): \(kind.object) \(shownName)"
    if let found, let count {
      heading = "\(kind.label): \(count)" + (count < found.count ? " of \(found.count)" : "")
    }
    let view = ActionView(
      kind: kind.rawValue,
      name: action.name,
      heading: heading,
      label: kind.label,
      count: count,
      isPart: count != found?.count,
      explanation: kind.explanation,
      isNewQueue: queues?.contains { $0.name == action.name } == false,
      isGrave: kind.isGrave,
      back: kind.address(of: action.name),
      formToken: gate.formToken,
      problem: problem,
      isFork: kind == .fork,
      isSend: kind == .send,
      isLimit: kind == .limitQueue,
      newRun: action.fields["new"] ?? "\(action.name)-again",
      from: action.fields["from"],
      shownFrom: action.fields["from"]?.shortened,
      signal: action.fields["signal"],
      value: action.fields["value"],
      limit: action.fields["limit"]
    )
    return Content(
      title: "\(kind.label): \(shownName)",
      place: .none,
      before: templates.part("action", view)
    )
  }

  /// Does what a person has confirmed, and leads back to the page about it.
  func act(_ request: HTTPRequest) async throws -> HTTPResponse {
    let fields = try await form(request)
    try gate.requireOwnForm(fields)
    let action = try Action(fields)
    defer { forgetPages() }
    do {
      let (notice, address) = try await perform(action)
      let mark = address.contains("?") ? "&" : "?"
      return .seeOther("\(address)\(mark)said=\(notices.add(notice))")
    } catch is UnknownRun {
      throw Refusal.noSuchRun
    } catch {
      guard Self.isMistake(error) else { throw error }
      return html(try await page(of: action, problem: "\(error)"), .unprocessableContent)
    }
  }

  /// A mistake in a form.
  struct Problem: Error, CustomStringConvertible {
    let text: String

    var description: String { text }
  }

  /// Whether an error is about what was typed, so that the form comes back with it.
  private static func isMistake(_ error: any Error) -> Bool {
    switch error {
    case is Problem, is UndeclaredSignal, is UnreadableSignal, is UnknownStep,
      is RunIdentifierTaken, is NameTooLong:
      true
    default: false
    }
  }

  private func perform(_ action: Action) async throws -> (Notice, String) {
    let name = action.name
    let address = action.kind.address(of: name)
    switch action.kind {
    case .cancel: return (try await cancel(name), address)
    case .undo: return (try await undo(name), address)
    case .retry: return (try await runs.reopen(name) ? .reopened : .notReopened, address)
    case .fork:
      guard let new = action.fields.trimmed("new") else {
        throw Problem(text: "The new run needs an identifier.")
      }
      try await runs.fork(name, as: new, from: action.fields["from"])
      return (.forked, Address.to(run: new))
    case .send: return (try await send(action), address)
    case .cancelRuns:
      var count = 0
      for run in try await confirmed(action) {
        let outcome = try await runs.cancel(run)
        if outcome == .cancelled || outcome == .requested { count += 1 }
      }
      return (.runsCancelled(count), address)
    case .retryRuns:
      var count = 0
      for run in try await confirmed(action) where try await runs.reopen(run) { count += 1 }
      return (.runsReopened(count), address)
    case .pause: return (try await runs.pause(name) ? .paused : .hasEnded, address)
    case .resume: return (try await runs.resume(name) ? .resumed : .hasEnded, address)
    case .pauseQueue:
      try await runs.pause(queue: name)
      return (.queuePaused, address)
    case .resumeQueue:
      try await runs.resume(queue: name)
      return (.queueResumed, address)
    case .limitQueue: return (try await limit(action), address)
    case .triggerSchedule:
      guard let run = try await runs.trigger(schedule: name) else { return (.noSchedule, address) }
      return (.triggered, Address.to(run: run))
    case .pauseSchedule:
      return (try await runs.pause(schedule: name) ? .schedulePaused : .noSchedule, address)
    case .resumeSchedule:
      return (try await runs.resume(schedule: name) ? .scheduleResumed : .noSchedule, address)
    case .endSchedule:
      return (try await runs.removeSchedule(name) ? .scheduleEnded : .noSchedule, address)
    }
  }

  /// Returns the runs of a list, of which there are not more than a person has seen.
  private func confirmed(_ action: Action) async throws -> ArraySlice<String> {
    let found = (try await found(action) ?? []).prefix(Self.maximumRuns)
    guard found.count <= action.fields["count"].flatMap({ Int($0) }) ?? 0 else {
      throw Problem(text: "There are more such runs now: \(found.count). Nothing was done.")
    }
    return found
  }

  private func cancel(_ run: String) async throws -> Notice {
    switch try await runs.cancel(run) {
    case .cancelled: .cancelled
    case .requested: .cancelRequested
    case .refused: .cancelRefused
    case .unknown: throw Refusal.noSuchRun
    }
  }

  private func undo(_ run: String) async throws -> Notice {
    switch try await runs.undo(run) {
    case .cancelled: .cancelled
    case .requested: .undoing
    case .refused: .undoRefused
    case .unknown: throw Refusal.noSuchRun
    }
  }

  private func send(_ action: Action) async throws -> Notice {
    guard let signal = action.fields.trimmed("signal"), !signal.utf8.contains(0) else {
      throw Problem(text: "The signal needs a name.")
    }
    let value = action.fields["value"] ?? ""
    do {
      _ = try JSONValue(parsing: value)
    } catch {
      throw Problem(text: "The value is not JSON: \(error). A text has quotation marks around it.")
    }
    switch try await runs.send(encoded: Data(value.utf8), to: signal, of: action.name) {
    case .kept: return .sent
    case .taken: return .alreadySent
    case .ended: return .hasEnded
    case .unknown: throw Refusal.noSuchRun
    }
  }

  private func limit(_ action: Action) async throws -> Notice {
    guard let text = action.fields.trimmed("limit") else {
      try await runs.limit(queue: action.name, to: nil)
      return .unlimited
    }
    guard let limit = Int(text), limit > 0 else {
      throw Problem(text: "The limit is a number, 1 or more. Pause the queue to stop it.")
    }
    try await runs.limit(queue: action.name, to: limit)
    return .limited
  }
}

/// The page that asks before it acts.
private struct ActionView {
  let kind: String
  let name: String
  let heading: String
  let label: String
  /// The number of runs, for an action on those of a list.
  let count: Int?
  /// Whether these are not all runs of the list.
  let isPart: Bool
  let explanation: String
  /// Whether a queue has no runs that have not ended, and nothing was said about it before.
  let isNewQueue: Bool
  let isGrave: Bool
  let back: String
  let formToken: String
  let problem: String?
  let isFork: Bool
  let isSend: Bool
  let isLimit: Bool
  let newRun: String
  let from: String?
  let shownFrom: String?
  let signal: String?
  let value: String?
  let limit: String?
}
