import Foundation
import Testing

@testable import OrdersKit

@Suite struct BankTests {
  private let folder = TemporaryFolder()

  @Test func whatIsAskedForTwiceWithOneKeyIsDoneOnce() throws {
    let bank = Bank(ledger: folder.url.appending(path: "bank"))
    let lamp = Order(id: "order-1", item: "lamp", amount: 10)
    let chair = Order(id: "order-2", item: "chair", amount: 20)
    #expect(try bank.charge(for: lamp, key: "a") == 1)
    #expect(try bank.charge(for: chair, key: "b") == 2)
    #expect(try bank.charge(for: lamp, key: "a") == 1)
    let requests = try bank.requests()
    #expect(requests["order-1"]?.asked == 2)
    #expect(requests["order-1"]?.charged == 1)
    #expect(requests["order-2"]?.charged == 1)
  }

  @Test func withAnotherKeyItChargesAgain() throws {
    let bank = Bank(ledger: folder.url.appending(path: "bank"))
    let lamp = Order(id: "order-1", item: "lamp", amount: 10)
    #expect(try bank.charge(for: lamp, key: "a") == 1)
    #expect(try bank.charge(for: lamp, key: "b") == 2)
    #expect(try bank.requests()["order-1"]?.charged == 2)
  }

  @Test func manyThreadsWriteWholeLines() async throws {
    let bank = Bank(ledger: folder.url.appending(path: "bank"))
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          let order = Order(id: "order-\(number % 10)", item: "lamp", amount: 10)
          _ = try? bank.charge(for: order, key: order.id)
        }
      }
    }
    let requests = try bank.requests()
    #expect(requests.count == 10)
    #expect(requests.values.allSatisfy { $0.asked == 5 && $0.charged == 1 })
  }
}
