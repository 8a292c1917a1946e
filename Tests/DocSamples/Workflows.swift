// What samples in the doc comments of Workflows use, for scripts/check-code.py.

import DurableWorkflows
import Foundation
import Futures
import FuturesFoundation
import Transfers
import Workflows

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Page: Codable, Sendable {}

struct Article: Codable, Sendable {}

struct Forecast: Codable, Sendable { let days: [Int] }

extension Data { var isCompressed: Bool { false } }

struct City: Sendable { let name: String }

struct Service: Sendable {
  func forecast(for city: City) -> URLRequest { request }
}

@MainActor final class Screen {
  func show<Value>(_ value: Value) {}
  func showIdle() {}
}

@MainActor final class Spinner { var isHidden = false }

@MainActor let spinner = Spinner()

@MainActor let statusBar = Screen()

@MainActor final class Bar { func show(_ fraction: Double) {} }

let url = URL(filePath: "page")
let file = URL(filePath: "file")
let folder = URL(filePath: "folder")
let request = URLRequest(url: url)
let service = Service()
let city = City(name: "Oslo")
let cities = [city]
let trace = Trace()

/// A step between two types.
struct Between<Input: Sendable, Output: Sendable>: Step {
  func run(_ input: Input, in context: StepContext) async throws -> Output {
    throw CancellationError()
  }
}

let forecast = Workflow("forecast") { Between<City, Forecast>() }

// MARK: Control/FinishedElements.swift

let requests: [URLRequest] = []

// MARK: Control/ForEach.swift

func ListPages() -> Between<Void, [URLRequest]> { Between() }
struct Photo: Sendable { let name: String }
struct Album: Sendable { func upload(_ photo: Photo) async throws -> Int { 1 } }
let album = Album()

// MARK: Control/Parallel.swift

struct User: Sendable {}
struct Image: Sendable {}
struct Header: Sendable { init(_ avatar: Image, _ unread: Int) {} }
@Sendable func LoadUser() -> Between<Void, User> { Between() }
@Sendable func LoadAvatar() -> Between<User, Image> { Between() }
@Sendable func CountUnread() -> Between<User, Int> { Between() }

// MARK: Control/ResultCache.swift

struct Place: Sendable {}
func FindPlace() -> Between<String, Place> { Between() }
func LoadForecast() -> Between<Place, Forecast> { Between() }

// MARK: Control/Step+Compensate.swift

struct Stock: Sendable { func release(_ reservation: Int) async throws {} }
let stock = Stock()
struct Bank: Sendable {
  func refund(_ receipt: Int) async throws {}
  func refundIfCharged(_ key: String) async throws {}
}
let bank = Bank()
@Sendable func Reserve() -> Between<String, Int> { Between() }
@Sendable func Charge() -> Between<Int, Int> { Between() }
@Sendable func Release() -> Between<Int, Void> { Between() }

// MARK: Control/Step+Finally.swift

@Sendable func Unpack() -> Between<URL, [URL]> { Between() }
@Sendable func Import() -> Between<URL, Void> { Between() }

// MARK: Control/Step+KeepingInput.swift

struct Place: Sendable {}
@Sendable func FindPlace() -> Between<String, Place> { Between() }

// MARK: Control/Step+Recover.swift

let cached = file

struct NoSuchPlace: Error {}
struct Place: Sendable { init(named name: String) {} }
func FindPlace() -> Between<String, Place> { Between() }

// MARK: Control/When.swift

@Sendable func Decompress() -> Between<Data, Data> { Between() }

// MARK: Core/RunKey.swift

let run = forecast.start(city)
let context = StepContext(name: "load")
let data = Data()

// MARK: Monitor/NetworkActivity.swift, in a class

func load(_ url: URL) async throws -> Page { Page() }

// MARK: Monitor/WorkflowMonitor.swift, in a class

// MARK: Network/DownloadFile.swift

struct Map: Sendable {
  let request: URLRequest
  let name: String
}

// MARK: Network/UploadData.swift

struct Draft: Sendable {
  let request: URLRequest
  let body: Data
}

// MARK: Network/UploadFile.swift

struct Photo: Sendable {
  let request: URLRequest
  let file: URL
}

// MARK: Core/RunCancellation.swift

func log(_ text: String) {}
let run = forecast.start(city)

// MARK: Run/WorkflowRun+FoundationProgress.swift

final class View { var observedProgress: Progress? }
let bar = View()
let run = forecast.start(city)

// MARK: Run/WorkflowRun+OnContext.swift

let log = DispatchQueue(label: "log")
let run = forecast.start(city)
@Sendable func write(_ report: RunReport) {}

// MARK: Run/WorkflowRun+Insert.swift

struct Key: Sendable {}
let key = Key()
func Decrypt(_ key: Key) -> Between<Data, Data> { Between() }
let run = forecast.start(city)

// MARK: Run/WorkflowRun+OnCancel.swift, in a class

let screen = Screen()
let run = forecast.start(city)

// MARK: Run/WorkflowRun+OnSuccess.swift, in a class

let screen = Screen()
let run = forecast.start(city)

// MARK: Core/RunReport.swift

let run = forecast.start(city)

// MARK: Run/WorkflowRun+OnProgress.swift, in a class

let screen = Screen()
let run = forecast.start(city)

// MARK: Run/WorkflowRun+Pause.swift

let run = forecast.start(city)

// MARK: Run/WorkflowRun+Outcome.swift

let run = forecast.start(city)

// MARK: Run/WorkflowRun.swift, in a class

let bar = Bar()

// MARK: Control/Workflow+Control.swift

struct Place: Sendable {}
@Sendable func LoadForecast() -> Between<Place, Forecast> { Between() }
let place = Place()

// MARK: Workflow/Workflow.swift, in a class

let screen = Screen()

// MARK: Step/Perform+Future.swift

struct Store: Sendable { func load(_ url: URL) -> Future<Data, any Error> { .never } }
let store = Store()
