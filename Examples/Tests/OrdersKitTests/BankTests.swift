import Foundation
import Testing

@testable import OrdersKit

@Suite struct BankTests {
  private let folder = TemporaryFolder()

  @Test func whatIsAskedForTwiceWithOneKeyIsDoneOnce() async throws {
    let bank = Bank(ledger: folder.url.appending(path: "bank"))
    let lamp = Order(id: "order-1", item: "lamp", amount: 10)
    let chair = Order(id: "order-2", item: "chair", amount: 20)
    #expect(try await bank.charge(for: lamp, key: "a") == 1)
    #expect(try await bank.charge(for: chair, key: "b") == 2)
    #expect(try await bank.charge(for: lamp, key: "a") == 1)
    let accounts = try bank.accounts()
    #expect(accounts["order-1"]?.asked == 2)
    #expect(accounts["order-1"]?.charged == 1)
    #expect(accounts["order-2"]?.charged == 1)
  }

  @Test func withAnotherKeyItChargesAgain() async throws {
    let bank = Bank(ledger: folder.url.appending(path: "bank"))
    let lamp = Order(id: "order-1", item: "lamp", amount: 10)
    #expect(try await bank.charge(for: lamp, key: "a") == 1)
    #expect(try await bank.charge(for: lamp, key: "b") == 2)
    #expect(try bank.accounts()["order-1"]?.charged == 2)
  }

  @Test func manyThreadsWriteWholeLines() async throws {
    let bank = Bank(ledger: folder.url.appending(path: "bank"))
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          let order = Order(id: "order-\(number % 10)", item: "lamp", amount: 10)
          _ = try? await bank.charge(for: order, key: order.id)
        }
      }
    }
    let accounts = try bank.accounts()
    #expect(accounts.count == 10)
    #expect(accounts.values.allSatisfy { $0.asked == 5 && $0.charged == 1 })
  }

  @Test func whatIsGivenBackIsNotChargedAgain() async throws {
    let bank = Bank(ledger: folder.url.appending(path: "bank"))
    let lamp = Order(id: "order-1", item: "lamp", amount: 10)
    _ = try await bank.charge(for: lamp, key: "a")
    #expect(try await bank.refund(key: "a"))
    #expect(try await !bank.refund(key: "a"))
    #expect(try bank.accounts()["order-1"] == Bank.Account(asked: 3, charged: 0))
    await #expect(throws: KeyIsRefunded.self) { try await bank.charge(for: lamp, key: "a") }
    #expect(try bank.accounts()["order-1"]?.charged == 0)
  }

  /// By a process that was suspended while another one cancelled the order.
  @Test func whatIsCancelledBeforeItIsChargedIsNotCharged() async throws {
    let bank = Bank(ledger: folder.url.appending(path: "bank"))
    let lamp = Order(id: "order-1", item: "lamp", amount: 10)
    #expect(try await !bank.refund(key: "a"))
    await #expect(throws: KeyIsRefunded.self) { try await bank.charge(for: lamp, key: "a") }
    #expect(try bank.accounts().isEmpty)
  }
}
