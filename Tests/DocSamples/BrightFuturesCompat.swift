// What samples in the doc comments of BrightFuturesCompat use, for scripts/check-code.py.

import BrightFuturesCompat
import Dispatch
import Foundation

struct Profile: Sendable { let name = "" }

struct Missing: Error {}

let url = URL(filePath: "page")
let profile = Future<Profile, Never>(value: Profile())
let token = InvalidationToken()

func show<Value>(_ value: Value) {}

func fetch(_ url: URL, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {}

struct API: Sendable {
  func fetch(_ completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {}
}

let api = API()

// MARK: Contexts/HomeContext.swift, in a class

var title = ""
