// What samples in the doc comments of AppLinks use, for scripts/check-code.py.

import AppLinks
import AppLinksResolving
import Foundation

let url = URL(filePath: "page")
let page = url
let events = AppLinkEvents()
let opener = SimulatedOpener(schemes: ["shop"])
let navigator = AppLinkNavigator(opener: opener)
let link = AppLink(sourceURL: url, targets: [], webURL: nil)

// MARK: Apple/ReturnToReferrerBar.swift, not compiled: SwiftUI is on Apple platforms

// MARK: Events/AppLinkEvents.swift

struct Analytics { func log(_ name: String, _ arguments: [String: String]) {} }
let analytics = Analytics()

// MARK: Inbound/InboundLink.swift

struct Banner { func show(_ referrer: Referrer) {} }
let banner = Banner()
let url = "shop://socks"
func show(_ url: URL?) {}
func apply(_ coupon: String) {}

// MARK: Inbound/InboundLink+Content.swift

let link = InboundLink("shop://socks")
func show(_ url: URL?) {}

// MARK: Model/SafeText.swift, not compiled: not public

// MARK: Navigation/AppLinkNavigator.swift

func UIKitOpener() -> SimulatedOpener { SimulatedOpener(schemes: []) }

// MARK: URLs/URLParts+Editing.swift, not compiled: not public

// MARK: Referrer/ReferrerSnippet.swift

struct Request { let path = "/socks" }
struct Page { func insert(_ html: String) {} }
let request = Request()
let page = Page()

// MARK: Referrer/ReturnToReferrer.swift

let link = InboundLink("shop://socks")
