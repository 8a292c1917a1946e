// swift-tools-version: 6.2
import PackageDescription

/// A package with all traits by default, which scripts compile once for several packages.
let tenon = Context.environment["TENON_PACKAGE"]
let tenonTraits: Set<Package.Dependency.Trait> = [
  "AsyncHTTPClient",
  .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
]

let package = Package(
  name: "server",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "applinks-server", targets: ["applinks-server"])],
  // Off by default, so that the server needs no libpq.
  traits: [
    .trait(name: "PostgreSQL", description: "A store for servers on many machines, with libpq.")
  ],
  dependencies: [
    .package(name: "tenon", path: tenon ?? "..", traits: tenon == nil ? tenonTraits : [.defaults]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "AppLinksServer",
      dependencies: [
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "AppLinksPublishing", package: "tenon"),
        .product(name: "AppLinksResolving", package: "tenon"),
        .product(
          name: "DurableWorkflowsPostgreSQL",
          package: "tenon",
          condition: .when(traits: ["PostgreSQL"])
        ),
        .product(name: "Futures", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "TransfersHTTPClient", package: "tenon"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      resources: [.embedInCode("Resources")]
    ),
    .executableTarget(
      name: "applinks-server",
      dependencies: [
        "AppLinksServer",
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .executableTarget(
      name: "bare-route",
      dependencies: [.product(name: "Hummingbird", package: "hummingbird")]
    ),
    .testTarget(
      name: "AppLinksServerTests",
      dependencies: [
        "AppLinksServer",
        "applinks-server",
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "AppLinksPublishing", package: "tenon"),
        .product(name: "AppLinksResolving", package: "tenon"),
        .product(
          name: "DurableWorkflowsPostgreSQL",
          package: "tenon",
          condition: .when(traits: ["PostgreSQL"])
        ),
        .product(name: "Futures", package: "tenon"),
        .product(name: "FuturesTesting", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
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
