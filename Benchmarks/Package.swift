// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that clients of the root package never resolve the peers measured here.
let package = Package(
  name: "tenon-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "futures-bench", targets: ["FuturesBench"]),
    .executable(name: "applinks-bench", targets: ["AppLinksBench"]),
    .executable(name: "durable-bench", targets: ["DurableBench"]),
    .executable(name: "postgresql-bench", targets: ["PostgreSQLBench"]),
    .executable(name: "http-bench", targets: ["HTTPBench"]),
    .executable(name: "observability-bench", targets: ["ObservabilityBench"]),
  ],
  // Off by default, so that the other products do not build what only these need.
  traits: [
    .trait(name: "AsyncHTTPClient", description: "http-bench: pages and transfers over HTTP."),
    .trait(name: "Observability", description: "observability-bench: what no back end costs."),
    .trait(name: "PostgreSQL", description: "postgresql-bench: durable runs on a server."),
    .trait(name: "SQLite", description: "durable-bench: durable runs in a file."),
  ],
  dependencies: [
    .package(
      name: "tenon",
      path: "..",
      traits: [
        "NIO",
        .trait(name: "AsyncHTTPClient", condition: .when(traits: ["AsyncHTTPClient"])),
        .trait(name: "Observability", condition: .when(traits: ["Observability"])),
        .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
        .trait(name: "SQLite", condition: .when(traits: ["SQLite"])),
      ]
    ),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    .target(name: "AllocationCounter"),
    .target(name: "BenchmarkHarness", dependencies: ["AllocationCounter"]),
    .executableTarget(
      name: "FuturesBench",
      dependencies: [
        "BenchmarkHarness",
        .product(name: "AppLinksResolving", package: "tenon"),
        .product(name: "BoltsCompat", package: "tenon"),
        .product(name: "BrightFuturesCompat", package: "tenon"),
        .product(name: "Futures", package: "tenon"),
        .product(name: "FuturesNIO", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ]
    ),
    .executableTarget(
      name: "AppLinksBench",
      dependencies: [.product(name: "AppLinksResolving", package: "tenon")]
    ),
    .executableTarget(
      name: "DurableBench",
      dependencies: [
        "BenchmarkHarness",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "DurableWorkflowsSQLite", package: "tenon"),
        .product(name: "DurableWorkflowsTesting", package: "tenon"),
        .product(name: "Futures", package: "tenon"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        .product(name: "Workflows", package: "tenon"),
      ]
    ),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .executableTarget(
      name: "PostgreSQLBench",
      dependencies: [
        "BenchmarkHarness",
        .byName(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "DurableWorkflowsPostgreSQL", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
      ]
    ),
    .executableTarget(
      name: "HTTPBench",
      dependencies: [
        "AllocationCounter",
        "BenchmarkHarness",
        .product(name: "AppLinksResolving", package: "tenon"),
        .product(name: "Futures", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "TransfersHTTPClient", package: "tenon"),
        .product(
          name: "AsyncHTTPClient",
          package: "async-http-client",
          condition: .when(traits: ["AsyncHTTPClient"])
        ),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]
    ),
    .executableTarget(
      name: "ObservabilityBench",
      dependencies: [
        "BenchmarkHarness",
        .product(name: "Futures", package: "tenon"),
        .product(
          name: "FuturesObservability",
          package: "tenon",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "Tracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Observability"])
        ),
        .product(name: "Workflows", package: "tenon"),
      ]
    ),
    .testTarget(
      name: "BenchmarkHarnessTests",
      dependencies: ["BenchmarkHarness"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !["AllocationCounter", "CLibPQ"].contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
