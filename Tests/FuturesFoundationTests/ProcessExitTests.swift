#if os(macOS) || os(Linux)
import Foundation
import Futures
import FuturesFoundation
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct ProcessExitTests {
  private func shell(_ script: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    return process
  }

  @Test(arguments: [0, 3] as [Int32])
  func anyStatusIsAValue(status: Int32) async throws {
    let exit = try await shell("exit \(status)").futureExit().value
    #expect(exit == ProcessExit(status: status, reason: .exit))
    #expect(exit.isSuccess == (status == 0))
    #expect("\(exit)" == "exited with status \(status)")
  }

  @Test func aSignalIsAValue() async throws {
    let exit = try await shell("kill -KILL $$").futureExit().value
    #expect(exit == ProcessExit(status: SIGKILL, reason: .uncaughtSignal))
    #expect(!exit.isSuccess)
    #expect("\(exit)" == "ended by signal 9")
  }

  @Test func settlesAfterTheTerminationHandler() async throws {
    let log = Log<String>()
    let process = shell("exec cat")
    let input = Pipe()
    process.standardInput = input
    process.terminationHandler = { _ in log.add("handler") }
    let exit = process.futureExit().map { _ in log.add("future") }
    try input.fileHandleForWriting.close()
    try await exit.value
    #expect(log.all == ["handler", "future"])
  }

  @Test(arguments: [0, 1])
  func aProcessThatCannotStartFailsAndKeepsItsHandler(count: Int) async {
    let process = Process()
    let called = Counter()
    if count == 1 { process.terminationHandler = { _ in called.add() } }
    process.executableURL = URL(fileURLWithPath: "/nonexistent/program")
    let error = await process.futureExit().result.failure
    #expect(error != nil && !(error is CancellationError))
    process.terminationHandler?(process)
    #expect(called.value == count)
  }

  @Test(arguments: ["future", "token"])
  func cancellingEndsTheProcess(through way: String) async throws {
    let ended = Promise<ProcessExit, any Error>()
    let process = shell("exec cat")
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.terminationHandler = { process in
      ended.succeed(
        ProcessExit(status: process.terminationStatus, reason: process.terminationReason)
      )
    }
    let source = CancellationSource()
    let exit = process.futureExit(cancellation: source.token)
    if way == "future" { exit.cancel() } else { source.cancel() }
    #expect(exit.currentError is CancellationError)
    let really = try await ended.future.value
    #expect(really == ProcessExit(status: SIGTERM, reason: .uncaughtSignal))
    withExtendedLifetime(input) {}
  }

  @Test func aTokenCancelledBeforeDoesNotStartTheProcess() {
    let source = CancellationSource()
    source.cancel()
    let process = shell("exit 0")
    #expect(process.futureExit(cancellation: source.token).currentError is CancellationError)
    #expect(!process.isRunning)
    #expect(process.processIdentifier == 0)
  }

  /// A handler that stayed would retain the process for ever.
  @Test func aProcessThatHasEndedHasNoHandlerAgain() async throws {
    let process = shell("exit 0")
    _ = try await process.futureExit().value
    #expect(process.terminationHandler == nil)
  }

  @Test func itsOutputCanBeReadMeanwhile() async throws {
    let process = shell("head -c 300000 /dev/zero | tr '\\0' x; exit 4")
    let output = Pipe()
    process.standardOutput = output
    let text = output.fileHandleForReading.futureReadToEnd()
    let exit = process.futureExit()
    try output.fileHandleForWriting.close()
    let (data, end) = try await zip(text, exit).value
    #expect(data.count == 300_000)
    #expect(data.allSatisfy { $0 == UInt8(ascii: "x") })
    #expect(end.status == 4)
  }
}
#endif
