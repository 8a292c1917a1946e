import BoltsCompat
import Testing

@Suite(.timeLimit(.minutes(10))) struct SourceFormTests {
  private let forms = SourceForms()

  @Test func sourcesEndTheirTasks() {
    let sources = forms.made()
    #expect(sources.count == 5)
    for source in sources {
      #expect(!source.task.completed)
      source.set(result: 1)
      #expect(source.task.result == 1)
    }
    #expect(
      forms.ended().map { ending($0) }
        == ["1", "first", "cancelled", "1", "first", "cancelled"]
        + ["1", "first", "cancelled", "1", "first", "cancelled"]
    )
    #expect(forms.withoutResult().completed)
  }

  @Test func methodsOfASourceAreContinuations() {
    #expect(ending(forms.forwarding(Task(1))) == "1")
    #expect(ending(forms.forwarding(Task(error: LocalError.first))) == "first")
  }

  // MARK: As an object

  @Test func aSourceTravelsThroughACCallback() {
    let library = CLibrary()
    let succeeding = forms.calling(library)
    #expect(!succeeding.completed)
    library.finish(0)
    #expect(ending(succeeding) == "1")
    let failing = forms.calling(library)
    library.finish(-1)
    #expect(ending(failing) == "first")
    let untyped = forms.callingWithAnyObject(library)
    #expect(!untyped.completed)
    library.finish(1)
    #expect(ending(untyped) == "1")
  }

  @Test func sourcesAreComparedByIdentity() {
    let source = TaskCompletionSource<Int>()
    let same = source
    let other = TaskCompletionSource<Int>()
    #expect(source === same)
    #expect(source !== other)
    let registry = Registry()
    registry.register(other, as: "other")
    registry.register(source, as: "source")
    #expect(registry.name(of: same) == "source")
    #expect(registry.name(of: other) == "other")
    #expect(registry.isCurrent(same))
    #expect(!registry.isCurrent(other))
  }

  @Test func aWeakReferenceDoesNotKeepASource() {
    let dialog = Dialog()
    var source: TaskCompletionSource<String>? = TaskCompletionSource()
    let task = source!.task
    dialog.source = source
    #expect(dialog.source === source)
    #expect(!task.completed)
    source = nil
    #expect(dialog.source == nil)
    #expect(task.faulted)
  }

  @Test func aSourceTakesPartInProtocolsOfClasses() {
    let dialog = Dialog()
    let closed = TaskCompletionSource<String>()
    let abandoned = TaskCompletionSource<Int>()
    dialog.source = closed
    dialog.completing = abandoned
    dialog.close()
    #expect(closed.task.result == "closed")
    #expect(abandoned.task.cancelled)
  }
}
