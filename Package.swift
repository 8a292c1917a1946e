// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tenon",
  platforms: [
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
  ],
  products: [
    .library(name: "Futures", targets: ["Futures"]),
    .library(name: "FuturesFoundation", targets: ["FuturesFoundation"]),
    .library(name: "FuturesTesting", targets: ["FuturesTesting"]),
    .library(name: "FuturesCombine", targets: ["FuturesCombine"]),
    .library(name: "FuturesNIO", targets: ["FuturesNIO"]),
    .library(name: "FuturesObservability", targets: ["FuturesObservability"]),
    .library(name: "FuturesServiceLifecycle", targets: ["FuturesServiceLifecycle"]),
    .library(name: "BoltsCompat", targets: ["BoltsCompat"]),
    .library(name: "BrightFuturesCompat", targets: ["BrightFuturesCompat"]),
    .library(name: "JSONValues", targets: ["JSONValues"]),
    .library(name: "Transfers", targets: ["Transfers"]),
    .library(name: "TransfersHTTPClient", targets: ["TransfersHTTPClient"]),
    .library(name: "Workflows", targets: ["Workflows"]),
    .library(name: "DurableWorkflows", targets: ["DurableWorkflows"]),
    .library(name: "DurableWorkflowsTesting", targets: ["DurableWorkflowsTesting"]),
    .library(name: "DurableWorkflowsSQLite", targets: ["DurableWorkflowsSQLite"]),
    .library(name: "DurableWorkflowsPostgreSQL", targets: ["DurableWorkflowsPostgreSQL"]),
    .library(name: "AppLinks", targets: ["AppLinks"]),
    .library(name: "AppLinksResolving", targets: ["AppLinksResolving"]),
    .library(name: "AppLinksPublishing", targets: ["AppLinksPublishing"]),
  ],
  // Off by default, so that a client resolves only the packages whose traits it enables.
  traits: [
    .trait(
      name: "AsyncHTTPClient",
      description: "TransfersHTTPClient: HTTP with async-http-client."
    ),
    .trait(name: "NIO", description: "FuturesNIO: event loops of swift-nio."),
    .trait(
      name: "Observability",
      description: "FuturesObservability: swift-log, swift-metrics and swift-distributed-tracing."
    ),
    .trait(
      name: "OpenCombine",
      description: "FuturesCombine with OpenCombine, for systems without Combine."
    ),
    .trait(
      name: "PostgreSQL",
      description: "DurableWorkflowsPostgreSQL: a store for many machines, with libpq."
    ),
    .trait(name: "SQLite", description: "DurableWorkflowsSQLite: a store in a file, with GRDB."),
    .trait(
      name: "ServiceLifecycle",
      description: "FuturesServiceLifecycle: graceful shutdown with swift-service-lifecycle."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "Futures", exclude: ["Engine/README.md"]),
    .target(name: "FuturesFoundation", dependencies: ["Futures"]),
    .target(name: "FuturesTesting", dependencies: ["Futures"]),
    .target(
      name: "FuturesCombine",
      dependencies: [
        "Futures",
        .product("OpenCombine", of: "OpenCombine", with: "OpenCombine"),
      ]
    ),
    .target(
      name: "FuturesNIO",
      dependencies: [
        "Futures",
        .product("NIOCore", of: "swift-nio", with: "NIO"),
      ]
    ),
    .target(
      name: "FuturesObservability",
      dependencies: [
        "DurableWorkflows", "Futures", "Workflows",
        .product("CoreMetrics", of: "swift-metrics", with: "Observability"),
        .product("Logging", of: "swift-log", with: "Observability"),
        .product("Tracing", of: "swift-distributed-tracing", with: "Observability"),
      ]
    ),
    .target(
      name: "FuturesServiceLifecycle",
      dependencies: [
        "DurableWorkflows", "Futures", "Workflows",
        .product("ServiceLifecycle", of: "swift-service-lifecycle", with: "ServiceLifecycle"),
      ]
    ),
    .target(name: "BoltsCompat", dependencies: ["Futures", "FuturesFoundation"]),
    .target(name: "BrightFuturesCompat", dependencies: ["Futures"]),
    .target(name: "JSONValues"),
    .target(name: "Transfers", dependencies: ["Futures", "FuturesFoundation"]),
    .target(
      name: "TransfersHTTPClient",
      dependencies: [
        "Futures", "FuturesFoundation", "Transfers",
        .product("AsyncHTTPClient", of: "async-http-client", with: "AsyncHTTPClient"),
        .product("NIOCore", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOHTTP1", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOHTTPCompression", of: "swift-nio-extras", with: "AsyncHTTPClient"),
        .product("NIOPosix", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOSSL", of: "swift-nio-ssl", with: "AsyncHTTPClient"),
      ]
    ),
    .target(
      name: "Workflows",
      dependencies: ["Futures", "FuturesFoundation", "JSONValues", "Transfers"]
    ),
    .target(name: "DurableWorkflows", dependencies: ["Futures", "Workflows"]),
    .target(name: "DurableWorkflowsTesting", dependencies: ["DurableWorkflows", "Futures"]),
    .target(
      name: "DurableWorkflowsSQLite",
      dependencies: [
        "DurableWorkflows", "Futures", "Workflows",
        .product("GRDB", of: "GRDB.swift", with: "SQLite"),
        .product("GRDBSQLite", of: "GRDB.swift", with: "SQLite"),
      ]
    ),
    .target(
      name: "DurableWorkflowsPostgreSQL",
      dependencies: [
        "DurableWorkflows", "Futures", "Workflows",
        .byName(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ]
    ),
    // A library of the system, which is looked for only with the trait.
    .systemLibrary(
      name: "CPostgreSQL",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(name: "AppLinks", dependencies: ["Futures", "JSONValues"]),
    .target(
      name: "AppLinksResolving",
      dependencies: ["AppLinks", "Futures", "JSONValues", "Transfers"]
    ),
    .target(
      name: "AppLinksPublishing",
      dependencies: ["AppLinks", "AppLinksResolving", "JSONValues"]
    ),
    .target(name: "TestSupport", dependencies: ["Futures"], path: "Tests/TestSupport"),
    .target(
      name: "LoopbackServer",
      dependencies: ["Futures", "TestSupport"],
      path: "Tests/LoopbackServer"
    ),
    .target(
      name: "AppLinksTestSupport",
      dependencies: ["AppLinks", "JSONValues"],
      path: "Tests/AppLinksTestSupport"
    ),
    .executableTarget(
      name: "HTTPFuzz",
      dependencies: [
        "AppLinks", "AppLinksResolving", "Futures", "LoopbackServer", "TestSupport", "Transfers",
        "TransfersHTTPClient",
      ],
      path: "Tests/HTTPFuzz"
    ),
    .testTarget(
      name: "FuturesTests",
      dependencies: ["Futures", "FuturesTesting", "TestSupport"]
    ),
    .testTarget(
      name: "FuturesOverloadTests",
      dependencies: ["Futures", "FuturesTesting"]
    ),
    .testTarget(
      name: "FuturesFoundationTests",
      dependencies: [
        "Futures", "FuturesFoundation", "FuturesTesting", "LoopbackServer", "TestSupport",
      ]
    ),
    .testTarget(
      name: "JSONValuesTests",
      dependencies: ["JSONValues", "TestSupport"]
    ),
    .testTarget(
      name: "TransfersTests",
      dependencies: [
        "Futures", "FuturesFoundation", "FuturesTesting", "LoopbackServer", "TestSupport",
        "Transfers", "TransfersHTTPClient",
      ]
    ),
    .testTarget(
      name: "TransfersHTTPClientTests",
      dependencies: [
        "Futures", "FuturesTesting", "LoopbackServer", "TestSupport", "Transfers",
        "TransfersHTTPClient",
        .product("AsyncHTTPClient", of: "async-http-client", with: "AsyncHTTPClient"),
        .product("NIOCore", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOEmbedded", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOHTTP1", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOHTTPCompression", of: "swift-nio-extras", with: "AsyncHTTPClient"),
        .product("NIOPosix", of: "swift-nio", with: "AsyncHTTPClient"),
      ]
    ),
    .testTarget(
      name: "FuturesTestingTests",
      dependencies: ["Futures", "FuturesTesting", "TestSupport"]
    ),
    .testTarget(
      name: "FuturesCombineTests",
      dependencies: [
        "Futures", "FuturesCombine", "FuturesTesting", "TestSupport",
        .product("OpenCombine", of: "OpenCombine", with: "OpenCombine"),
      ]
    ),
    .testTarget(
      name: "FuturesNIOTests",
      dependencies: [
        "Futures", "FuturesNIO", "FuturesTesting", "TestSupport",
        .product("NIOCore", of: "swift-nio", with: "NIO"),
        .product("NIOEmbedded", of: "swift-nio", with: "NIO"),
        .product("NIOPosix", of: "swift-nio", with: "NIO"),
      ]
    ),
    .testTarget(
      name: "FuturesObservabilityTests",
      dependencies: [
        "DurableWorkflows", "DurableWorkflowsTesting", "Futures", "FuturesObservability",
        "FuturesTesting", "TestSupport", "Workflows",
        .product("CoreMetrics", of: "swift-metrics", with: "Observability"),
        .product("InMemoryLogging", of: "swift-log", with: "Observability"),
        .product("InMemoryTracing", of: "swift-distributed-tracing", with: "Observability"),
        .product("Logging", of: "swift-log", with: "Observability"),
        .product("MetricsTestKit", of: "swift-metrics", with: "Observability"),
        .product("Tracing", of: "swift-distributed-tracing", with: "Observability"),
      ]
    ),
    .testTarget(
      name: "FuturesServiceLifecycleTests",
      dependencies: [
        "DurableWorkflows", "DurableWorkflowsTesting", "Futures", "FuturesServiceLifecycle",
        "FuturesTesting", "TestSupport", "Workflows",
        .product("Logging", of: "swift-log", with: "ServiceLifecycle"),
        .product("ServiceLifecycle", of: "swift-service-lifecycle", with: "ServiceLifecycle"),
        .product(
          "ServiceLifecycleTestKit",
          of: "swift-service-lifecycle",
          with: "ServiceLifecycle"
        ),
      ]
    ),
    .testTarget(
      name: "BoltsCompatTests",
      dependencies: [
        "BoltsCompat", "Futures", "FuturesFoundation", "FuturesTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "BoltsCompatSwift5Tests",
      dependencies: ["BoltsCompat"]
    ),
    .testTarget(
      name: "BrightFuturesCompatTests",
      dependencies: ["BrightFuturesCompat", "Futures", "FuturesTesting", "TestSupport"]
    ),
    .testTarget(
      name: "BrightFuturesCompatSwift5Tests",
      dependencies: ["BrightFuturesCompat"]
    ),
    .testTarget(
      name: "MainActorClientTests",
      dependencies: [
        "AppLinks", "DurableWorkflows", "DurableWorkflowsTesting", "Futures", "FuturesTesting",
        "TestSupport", "Workflows",
      ]
    ),
    .testTarget(
      name: "MainActorClientSwift5Tests",
      dependencies: ["Futures", "FuturesTesting", "Workflows"]
    ),
    .testTarget(
      name: "FacadeClientTests",
      dependencies: ["BoltsCompat", "BrightFuturesCompat"]
    ),
    .testTarget(
      name: "FacadeClientSwift5Tests",
      dependencies: ["BoltsCompat", "BrightFuturesCompat"]
    ),
    .testTarget(
      name: "ActorClientTests",
      dependencies: ["Futures", "FuturesTesting", "TestSupport", "Workflows"]
    ),
    .testTarget(
      name: "WorkflowsTests",
      dependencies: [
        "Futures", "FuturesFoundation", "FuturesTesting", "JSONValues", "LoopbackServer",
        "TestSupport", "Transfers", "Workflows",
      ]
    ),
    .testTarget(
      name: "DurableWorkflowsTests",
      dependencies: [
        "DurableWorkflows", "DurableWorkflowsTesting", "Futures", "FuturesTesting", "TestSupport",
        "Workflows",
      ]
    ),
    .testTarget(
      name: "DurableWorkflowsSQLiteTests",
      dependencies: [
        "DurableWorkflows", "DurableWorkflowsSQLite", "DurableWorkflowsTesting", "Futures",
        "TestSupport", "Workflows",
        .product("GRDB", of: "GRDB.swift", with: "SQLite"),
      ]
    ),
    .testTarget(
      name: "DurableWorkflowsPostgreSQLTests",
      dependencies: [
        "DurableWorkflows", "DurableWorkflowsPostgreSQL", "DurableWorkflowsTesting", "Futures",
        "TestSupport", "Workflows",
      ]
    ),
    .testTarget(
      name: "AppLinksTests",
      dependencies: [
        "AppLinks", "AppLinksTestSupport", "Futures", "FuturesTesting", "JSONValues",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "AppLinksResolvingTests",
      dependencies: [
        "AppLinks", "AppLinksResolving", "AppLinksTestSupport", "Futures", "FuturesTesting",
        "JSONValues", "LoopbackServer", "TestSupport", "Transfers",
      ]
    ),
    .testTarget(
      name: "AppLinksPublishingTests",
      dependencies: [
        "AppLinks", "AppLinksPublishing", "AppLinksResolving", "AppLinksTestSupport",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "AppLinksHTTPClientTests",
      dependencies: [
        "AppLinks", "AppLinksResolving", "Futures", "LoopbackServer", "TestSupport", "Transfers",
        "TransfersHTTPClient",
        .product("AsyncHTTPClient", of: "async-http-client", with: "AsyncHTTPClient"),
        .product("NIOCore", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOHTTP1", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOPosix", of: "swift-nio", with: "AsyncHTTPClient"),
        .product("NIOSSL", of: "swift-nio-ssl", with: "AsyncHTTPClient"),
        .product("NIOTLS", of: "swift-nio", with: "AsyncHTTPClient"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

#if os(Linux)
// Programs that scripts run. Faults counts what is left behind with /proc.
package.targets += [
  .executableTarget(
    name: "Faults",
    dependencies: [
      "AppLinks", "AppLinksResolving", "DurableWorkflows",
      "DurableWorkflowsPostgreSQL", "DurableWorkflowsSQLite", "Futures", "FuturesFoundation",
      "FuturesTesting", "LoopbackServer", "TestSupport", "Transfers", "TransfersHTTPClient",
      "Workflows",
    ],
    path: "Tests/Faults"
  ),
  .executableTarget(
    name: "cron-times",
    dependencies: ["DurableWorkflows"],
    path: "Tests/Oracles/Cron",
    exclude: ["compare.py", "expressions.py", "requirements.txt"]
  ),
  .executableTarget(
    name: "scan-pages",
    dependencies: ["AppLinks", "AppLinksResolving"],
    path: "Tests/Oracles/HTML",
    exclude: ["compare.py", "judges.py", "pages.py", "requirements.txt"]
  ),
  .executableTarget(name: "linkage", dependencies: ["Futures"], path: "Tests/Linkage"),
]
#endif

// What moves over from libraries before data-race safety is compiled as it was.
let swift5Targets = [
  "BoltsCompatSwift5Tests", "BrightFuturesCompatSwift5Tests", "FacadeClientSwift5Tests",
  "MainActorClientSwift5Tests",
]

// App code of today: modules whose declarations belong to the main actor by default.
let mainActorTargets = [
  "FacadeClientTests", "FacadeClientSwift5Tests", "MainActorClientTests",
  "MainActorClientSwift5Tests",
]

for target in package.targets {
  if mainActorTargets.contains(target.name) {
    target.swiftSettings = [
      .defaultIsolation(MainActor.self),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
  }
  if swift5Targets.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.swiftLanguageMode(.v5)]
    continue
  }
  if target.type == .system { continue }
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

extension Target.Dependency {
  /// A product of a package that only clients with the trait resolve.
  static func product(_ name: String, of package: String, with trait: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait]))
  }
}
