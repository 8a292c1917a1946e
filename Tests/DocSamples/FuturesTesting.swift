// What samples in the doc comments of FuturesTesting use, for scripts/check-code.py.

import Foundation
import Futures
import FuturesTesting
import Testing

struct Book: Sendable { let title: String }

protocol Catalogue { func book(_ id: String) -> Future<Book, any Error> }

struct Page: Sendable {}

struct Client: Sendable {
  func get(_ url: URL) async throws -> Page { Page() }
}

enum LoadError: Error { case notFound }

let url = URL(filePath: "page")
let client = Client()
let clock = ManualClock()
let manual = ManualContext()

// MARK: FuturesTesting/ImmediateClock.swift

@Sendable func load() -> Future<String, any Error> { .never }

// MARK: FuturesTesting/ManualCalls.swift, at file level

private struct Gallery: Sendable {
  let load: @Sendable (URL) async throws -> Data
  func size(of url: URL) async throws -> Int { try await load(url).count }
}

private let photos = ManualCalls<URL, Data, any Error>()

// MARK: FuturesTesting/ManualClock+Run.swift, not asynchronous

struct Patience { func patientTitle(of id: String) -> Future<String, any Error> { .never } }
struct Run { let future = Future<Int, any Error>.never }
struct Workflow { func start() -> Run { Run() } }
let catalogue = Patience()
let workflow = Workflow()
