// What samples in the doc comments of AppLinksPublishing use, for scripts/check-code.py.

import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation

let url = URL(filePath: "page")
let page = "<html></html>"
let bytes = "[]".utf8
let file = AssetLinks(parsing: bytes)
let fingerprint = "14:6D:E9:83"
let html = "<meta name='apple-itunes-app' content='app-id=1'>".utf8
let appleFile = AppleAppSiteAssociation(parsing: "{}")
