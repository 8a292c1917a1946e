// What samples in the doc comments of DurableWorkflows use, for scripts/check-code.py.

import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import Workflows

struct Order: Codable, Sendable {}

struct Receipt: Codable, Sendable {}

struct Approval: Codable, Sendable { var by = "" }

struct Parcel: Codable, Sendable {}

struct Reservation: Codable, Sendable {}

struct Bank: Sendable {
  func charge(_ order: Order) async throws -> Receipt { Receipt() }
  func charge(_ order: Order, key: String) async throws -> Receipt { Receipt() }
  func charge(_ reservation: Reservation, key: String) async throws -> Receipt { Receipt() }
  func refund(_ key: String) async throws {}
}

let bank = Bank()

// The store in a file is behind a trait.
extension RunStore {
  static func sqlite(at file: URL) async throws -> RunStore { .inMemory() }
}

// MARK: Runs/DurableRuns.swift

let file = URL(filePath: "runs.sqlite")
let order = Order()
let fulfil = Workflow("fulfil order") {
  Perform("ship") { (_: Order) in Parcel() }.checkpoint()
}

// MARK: Runs/DurableRun+Events.swift

func submitted() async throws -> DurableRun<Parcel> { fatalError("not run") }
let run = try await submitted()

// MARK: Runs/DurableRun+Progress.swift

final class Bar { var progress = 0.0 }
let bar = Bar()
func submitted() async throws -> DurableRun<Parcel> { fatalError("not run") }
let run = try await submitted()

// MARK: Steps/ChildRun.swift

let ship = Workflow("ship") { Perform("pack") { (_: Receipt) in Parcel() }.checkpoint() }

// MARK: Steps/Wait.swift

struct Guest: Codable, Sendable {}
struct Invitation: Codable, Sendable {}
struct Post: Sendable {
  func invite(_ guest: Guest) async throws -> Invitation { Invitation() }
  func remind(_ invitation: Invitation) async throws -> Bool { true }
}
let post = Post()

// MARK: Steps/WaitForSignal.swift

struct Depot: Sendable {
  func ship(_ receipt: Receipt, _ approval: Approval) async throws -> Parcel { Parcel() }
}
let depot = Depot()
let approval = Signal<Approval>("approval")

// MARK: Schedules/RunSchedule.swift

let zone = TimeZone.gmt

// MARK: Runs/DurableRuns+Check.swift

let runs = try DurableRuns(store: .inMemory(), workflows: [])

// MARK: Runs/DurableRuns+Schedules.swift

let report = Workflow("report") {
  Perform("write") { (subject: String) in subject }.checkpoint()
}
let runs = try DurableRuns(store: .inMemory(), workflows: [report.durable()])
let zone = TimeZone.gmt

// MARK: Runs/DurableRuns+Submit.swift

struct IdentifiedOrder: Codable, Sendable {
  let id: String
}
let orders: [IdentifiedOrder] = []
let fulfil = Workflow("fulfil order") {
  Perform("ship") { (_: IdentifiedOrder) in Parcel() }.checkpoint()
}
let runs = try DurableRuns(store: .inMemory(), workflows: [fulfil.durable()])

// MARK: Functions/Workflow+Function.swift

struct NotApproved: Error {}
struct Stock: Sendable {
  func reserve(_ order: Order) async throws -> Reservation { Reservation() }
}
struct Depot: Sendable {
  func ship(_ receipt: Receipt, _ approval: Approval) async throws -> Parcel { Parcel() }
}
let stock = Stock()
let depot = Depot()
let approval = Signal<Approval>("approval")

// MARK: Functions/Steps.swift

let order = Order()
func steps() -> Steps { fatalError("not run") }
let run = steps()

// MARK: Functions/Steps+Parts.swift

struct Shop: Sendable {
  func price(of item: String) async throws -> Int { 1 }
  func discounted(_ price: Int) async throws -> Int { price }
}
struct Survey: Sendable { func ask(_ order: Order) async throws {} }
let shop = Shop()
let survey = Survey()
let item = "lamp"
let order = Order()
let answered = Signal<String>("answered")
func steps() -> Steps { fatalError("not run") }
let run = steps()

// MARK: Functions/Steps+Continuing.swift

struct Mail: Sendable { func sendBill(of month: Int) async throws {} }
let mail = Mail()

// MARK: Functions/FunctionRun+Changes.swift

struct Fraud: Sendable { func check(_ order: Order) async throws {} }
let fraud = Fraud()
let order = Order()
func steps() -> Steps { fatalError("not run") }
let run = steps()
