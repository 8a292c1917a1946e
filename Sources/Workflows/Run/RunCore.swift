internal import Futures

/// What a run is, apart from the type of its output.
final class RunCore: Sendable {
  let id = RunID()
  let workflow: String
  let options: RunOptions
  let source = CancellationSource()
  let progress: Watched<Double>
  let root: Lane
  let track: TraceTrack

  init(workflow: String, options: RunOptions) {
    self.workflow = workflow
    self.options = options
    let progress = Watched(0.0)
    self.progress = progress
    root = Lane(number: 0) { position, _ in
      progress.update { fraction in
        fraction = min(position, 1)
        return true
      }
    }
    track = options.trace.track(workflow: workflow, tag: options.tag.map { "\($0)" })
  }

  /// The context of the workflow itself, or of a step that runs by itself.
  func context(name: String) -> StepContext {
    StepContext(
      run: self,
      lane: root,
      range: .whole,
      parentPath: nil,
      span: .none,
      name: name,
      attempt: 1,
      cancellation: source.token
    )
  }
}
