// swift-tools-version: 6.2
import PackageDescription

/// A package with all traits by default, which scripts compile once for several packages.
let tenon = Context.environment["TENON_PACKAGE"]
let tenonTraits: Set<Package.Dependency.Trait> = [
  "AsyncHTTPClient",
  .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
  .trait(name: "SQLite", condition: .when(traits: ["SQLite"])),
]

let package = Package(
  name: "tools",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "applinks", targets: ["applinks"]),
    .executable(name: "tenon-runs", targets: ["tenon-runs"]),
  ],
  // Off by default, so that `applinks` resolves and builds no database.
  traits: [
    .trait(name: "PostgreSQL", description: "tenon-runs: stores on a server, with libpq."),
    .trait(name: "SQLite", description: "tenon-runs: stores in files, with GRDB."),
  ],
  dependencies: [
    .package(name: "tenon", path: tenon ?? "..", traits: tenon == nil ? tenonTraits : [.defaults]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(
      name: "ToolSupport",
      dependencies: [
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .target(
      name: "AppLinksTool",
      dependencies: [
        "ToolSupport",
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "AppLinksPublishing", package: "tenon"),
        .product(name: "AppLinksResolving", package: "tenon"),
        .product(name: "Futures", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "TransfersHTTPClient", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]
    ),
    .executableTarget(name: "applinks", dependencies: ["AppLinksTool", "ToolSupport"]),
    .target(
      name: "RunsScreen",
      dependencies: [
        "ToolSupport",
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Futures", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "Workflows", package: "tenon"),
      ],
      resources: [.embedInCode("Resources")]
    ),
    .target(
      name: "RunsTool",
      dependencies: [
        "RunsScreen",
        "ToolSupport",
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "DurableWorkflowsPostgreSQL", package: "tenon"),
        .product(name: "DurableWorkflowsSQLite", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(name: "tenon-runs", dependencies: ["RunsTool", "ToolSupport"]),
    .target(
      name: "ToolTestSupport",
      dependencies: ["ToolSupport", .product(name: "JSONValues", package: "tenon")],
      path: "Tests/ToolTestSupport"
    ),
    .testTarget(
      name: "ToolSupportTests",
      dependencies: ["ToolSupport", .product(name: "JSONValues", package: "tenon")]
    ),
    .testTarget(
      name: "RunsToolTests",
      dependencies: [
        "RunsScreen",
        "RunsTool",
        "ToolSupport",
        "ToolTestSupport",
        "tenon-runs",
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "DurableWorkflowsPostgreSQL", package: "tenon"),
        .product(name: "DurableWorkflowsSQLite", package: "tenon"),
        .product(name: "DurableWorkflowsTesting", package: "tenon"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "FuturesTesting", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
      ]
    ),
    .testTarget(
      name: "AppLinksToolTests",
      dependencies: [
        "AppLinksTool",
        "ToolSupport",
        "ToolTestSupport",
        "applinks",
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "AppLinksResolving", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
