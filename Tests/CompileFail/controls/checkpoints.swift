import DurableWorkflows
import Futures
import Workflows

func parsed(_ number: Int) async throws -> [Int] { [number] }
func log(_ numbers: [Int]) async throws {}

let kept = Workflow("kept") {
  Perform("parse") { (number: Int) in try await parsed(number) }.checkpoint()
  Perform("log") { (numbers: [Int]) in try await log(numbers) }
    .retry(RetryPolicy(attempts: 3))
    .checkpoint()
  Parallel {
    Perform("one") { () in 1 }
    Perform("two") { () in "two" }
  }
  .checkpoint()
  Perform("add") { (one: Int, two: String) in one + two.count }
    .checkpoint()
    .compensate { (sum: Int) in
      print(sum)
    } inDoubt: { _ in
      print("in doubt")
    }
  Workflow("text") {
    Perform("text") { (sum: Int) in
      print(sum)
      return "\(sum)"
    }
    .checkpoint()
    .finally { (sum: Int) in print(sum) }
  }
  .checkpoint()
  .named("again")
  .timeout(.seconds(1))
}
.checkpoint()

let ended = Workflow("ended") { Perform("log") { (number: Int) in print(number) } }.checkpoint()
