#if Observability
import Futures
import FuturesObservability
import InMemoryTracing
import TestSupport
import Testing
import Tracing

private struct LoadError: Error {}

@Suite(.timeLimit(.minutes(10)))
struct FutureSpanTests {
  let tracer = InMemoryTracer()

  @Test func aSpanEndsWithItsFuture() throws {
    let promise = Promise<Int, any Error>()
    withFutureSpan("load", ofKind: .client, tracer: tracer) { span in
      span.attributes["city"] = "Oslo"
      return promise.future
    }
    #expect(tracer.finishedSpans.isEmpty)
    #expect(tracer.activeSpans.count == 1)
    promise.succeed(1)
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.operationName == "load")
    #expect(span.kind == .client)
    #expect(span.attributes["city"]?.toSpanAttribute() == "Oslo")
    #expect(span.errors.isEmpty)
    #expect(span.status == nil)
  }

  @Test func spansInsideAreChildrenAcrossHops() throws {
    let promise = Promise<Int, any Error>()
    let tracer = tracer
    let result = withFutureSpan("outer", tracer: tracer) { _ in
      promise.future.on(.inline.withServiceContext()).flatMap { number in
        withFutureSpan("inner", tracer: tracer) { _ in Future<Int, any Error>(value: number) }
      }
    }
    promise.succeed(1)
    #expect(result.currentValue == 1)
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["inner", "outer"])
    #expect(spans[0].parentSpanID == spans[1].spanID)
    #expect(spans[0].traceID == spans[1].traceID)
  }

  @Test func failuresAreRecorded() throws {
    let future = withFutureSpan("load", tracer: tracer) { _ in
      Future<Int, LoadError>(error: LoadError())
    }
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.errors.count == 1)
    #expect(span.errors.first?.error is LoadError)
    #expect(span.status?.code == .error)
    future.ignoringFailure()
  }

  @Test func cancellationIsNoError() throws {
    let promise = Promise<Int, any Error>()
    withFutureSpan("load", tracer: tracer) { _ in promise.future }.cancel()
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.errors.isEmpty)
    #expect(span.status == nil)
    #expect(span.attributes["outcome"]?.toSpanAttribute() == "cancelled")
  }

  @Test func aClosureThatThrowsEndsItsSpan() throws {
    #expect(throws: LoadError.self) {
      try withFutureSpan("load", tracer: tracer) { _ throws(LoadError) -> Future<Int, any Error> in
        throw LoadError()
      }
    }
    #expect(try #require(tracer.finishedSpans.first).errors.first?.error is LoadError)
  }

  @Test func aFutureThatNeverSettlesEndsItsSpanWhenItGoes() throws {
    do {
      let promise = Promise<Int, LoadError>()
      withFutureSpan("load", tracer: tracer) { _ in promise.future }
    }
    withFutureSpan("wait", tracer: tracer) { _ in Future<Int, LoadError>.never }
    #expect(tracer.finishedSpans.map(\.operationName) == ["load", "wait"])
    #expect(tracer.finishedSpans.map(\.status?.code) == [.error, .error])
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func aTracerThatThrowsAwayChangesNothing() {
    let future = withFutureSpan("load", tracer: NoOpTracer()) { span in
      Future<Bool, any Error>(value: span.isRecording)
    }
    #expect(future.currentValue == false)
  }

  @Test func aContextThatIsGivenIsCurrentWithoutATracer() {
    var context = ServiceContext.topLevel
    context.traceName = "given"
    let future = withFutureSpan("load", context: context, tracer: NoOpTracer()) { _ in
      Future<String?, any Error>(value: ServiceContext.current?.traceName)
    }
    #expect(future.currentValue == .some("given"))
  }
}
#endif
