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
    let fields: FormFields

    init(_ fields: FormFields) throws {
      guard let kind = fields["do"].flatMap(ActionKind.init), let name = fields["of"] else {
        throw Refusal.noSuchPage
      }
      guard !name.utf8.contains(0) else { throw Refusal.noSuchRun }
      self.kind = kind
      self.name = name
      self.fields = fields
    }
  }

  /// Returns the page that asks before it acts.
  func confirmation(_ fields: FormFields) async throws -> HTTPResponse {
    let action = try Action(fields)
    if action.kind.object == "run", try await storage.load(action.name) == nil {
      throw Refusal.noSuchRun
    }
    return html(page(of: action))
  }

  private func page(of action: Action, problem: String? = nil) -> Content {
    let kind = action.kind
    let view = ActionView(
      kind: kind.rawValue,
      name: action.name,
      shownName: action.name.printable,
      object: kind.object,
      label: kind.label,
      explanation: kind.explanation,
      isGrave: kind.isGrave,
      back: kind.address(of: action.name),
      formToken: gate.formToken,
      problem: problem,
      isFork: kind == .fork,
      isSend: kind == .send,
      isLimit: kind == .limitQueue,
      newRun: action.fields["new"] ?? "\(action.name)-again",
      from: action.fields["from"],
      shownFrom: action.fields["from"]?.printable,
      signal: action.fields["signal"],
      value: action.fields["value"],
      limit: action.fields["limit"]
    )
    return Content(
      title: "\(kind.label): \(action.name.printable)",
      place: .none,
      before: templates.part("action", view)
    )
  }

  /// Does what a person has confirmed, and leads back to the page about it.
  func act(_ request: HTTPRequest) async throws -> HTTPResponse {
    let fields = try await form(request)
    try gate.requireOwnForm(fields)
    let action = try Action(fields)
    do {
      let (notice, address) = try await perform(action)
      let mark = address.contains("?") ? "&" : "?"
      return .seeOther("\(address)\(mark)said=\(notice.rawValue)")
    } catch is UnknownRun {
      throw Refusal.noSuchRun
    } catch let problem as Problem {
      return html(page(of: action, problem: problem.text), .unprocessableContent)
    } catch let error as UndeclaredSignal {
      return html(page(of: action, problem: "\(error)"), .unprocessableContent)
    } catch let error as UnreadableSignal {
      return html(page(of: action, problem: "\(error)"), .unprocessableContent)
    } catch let error as UnknownStep {
      return html(page(of: action, problem: "\(error)"), .unprocessableContent)
    } catch let error as RunIdentifierTaken {
      return html(page(of: action, problem: "\(error)"), .unprocessableContent)
    }
  }

  /// A mistake in a form.
  private struct Problem: Error {
    let text: String
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
  let shownName: String
  let object: String
  let label: String
  let explanation: String
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
