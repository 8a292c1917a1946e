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
    .library(name: "Workflows", targets: ["Workflows"]),
    .library(name: "AppLinks", targets: ["AppLinks"]),
    .library(name: "AppLinksResolving", targets: ["AppLinksResolving"]),
    .library(name: "AppLinksPublishing", targets: ["AppLinksPublishing"]),
    .library(name: "AppLinksHTTPClient", targets: ["AppLinksHTTPClient"]),
  ],
  // Off by default, so that a client resolves only the packages whose traits it enables.
  traits: [
    .trait(
      name: "AsyncHTTPClient",
      description: "AppLinksHTTPClient: resolves App Links with async-http-client."
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
        .product(
          name: "OpenCombine",
          package: "OpenCombine",
          condition: .when(traits: ["OpenCombine"])
        ),
      ]
    ),
    .target(
      name: "FuturesNIO",
      dependencies: [
        "Futures",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
      ]
    ),
    .target(
      name: "FuturesObservability",
      dependencies: [
        "Futures", "Workflows",
        .product(
          name: "CoreMetrics",
          package: "swift-metrics",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "Logging",
          package: "swift-log",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "Tracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Observability"])
        ),
      ]
    ),
    .target(
      name: "FuturesServiceLifecycle",
      dependencies: [
        "Futures", "Workflows",
        .product(
          name: "ServiceLifecycle",
          package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])
        ),
      ]
    ),
    .target(name: "BoltsCompat", dependencies: ["Futures", "FuturesFoundation"]),
    .target(name: "BrightFuturesCompat", dependencies: ["Futures"]),
    .target(name: "JSONValues"),
    .target(name: "Transfers", dependencies: ["Futures", "FuturesFoundation"]),
    .target(
      name: "Workflows",
      dependencies: ["Futures", "FuturesFoundation", "JSONValues", "Transfers"]
    ),
    .target(name: "AppLinks", dependencies: ["Futures", "JSONValues"]),
    .target(
      name: "AppLinksResolving",
      dependencies: ["AppLinks", "Futures", "JSONValues", "Transfers"]
    ),
    .target(name: "AppLinksPublishing", dependencies: ["AppLinks", "AppLinksResolving"]),
    .target(
      name: "AppLinksHTTPClient",
      dependencies: [
        "AppLinks", "AppLinksResolving", "Futures",
        .product(
          name: "AsyncHTTPClient",
          package: "async-http-client",
          condition: .when(traits: ["AsyncHTTPClient"])
        ),
        .product(
          name: "NIOCore",
          package: "swift-nio",
          condition: .when(traits: ["AsyncHTTPClient"])
        ),
        .product(
          name: "NIOHTTP1",
          package: "swift-nio",
          condition: .when(traits: ["AsyncHTTPClient"])
        ),
        .product(
          name: "NIOHTTPCompression",
          package: "swift-nio-extras",
          condition: .when(traits: ["AsyncHTTPClient"])
        ),
        .product(
          name: "NIOPosix",
          package: "swift-nio",
          condition: .when(traits: ["AsyncHTTPClient"])
        ),
        .product(
          name: "NIOSSL",
          package: "swift-nio-ssl",
          condition: .when(traits: ["AsyncHTTPClient"])
        ),
      ]
    ),
    .target(name: "TestSupport", dependencies: ["Futures"], path: "Tests/TestSupport"),
    .target(name: "LoopbackServer", dependencies: ["Futures"], path: "Tests/LoopbackServer"),
    .target(
      name: "AppLinksTestSupport",
      dependencies: ["AppLinks", "JSONValues"],
      path: "Tests/AppLinksTestSupport"
    ),
    .executableTarget(
      name: "HTTPFuzz",
      dependencies: [
        "AppLinks", "AppLinksHTTPClient", "AppLinksResolving", "Futures", "LoopbackServer",
        "TestSupport", "Transfers",
      ],
      path: "Tests/HTTPFuzz"
    ),
    .testTarget(
      name: "FuturesTests",
      dependencies: ["Futures", "FuturesTesting", "TestSupport"]
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
      dependencies: ["Futures", "FuturesTesting", "LoopbackServer", "TestSupport", "Transfers"]
    ),
    .testTarget(
      name: "FuturesTestingTests",
      dependencies: ["Futures", "FuturesTesting", "TestSupport"]
    ),
    .testTarget(
      name: "FuturesCombineTests",
      dependencies: [
        "Futures", "FuturesCombine", "FuturesTesting", "TestSupport",
        .product(
          name: "OpenCombine",
          package: "OpenCombine",
          condition: .when(traits: ["OpenCombine"])
        ),
      ]
    ),
    .testTarget(
      name: "FuturesNIOTests",
      dependencies: [
        "Futures", "FuturesNIO", "FuturesTesting", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["NIO"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["NIO"])),
      ]
    ),
    .testTarget(
      name: "FuturesObservabilityTests",
      dependencies: [
        "Futures", "FuturesObservability", "FuturesTesting", "TestSupport", "Workflows",
        .product(
          name: "CoreMetrics",
          package: "swift-metrics",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "InMemoryLogging",
          package: "swift-log",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "InMemoryTracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "Logging",
          package: "swift-log",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "MetricsTestKit",
          package: "swift-metrics",
          condition: .when(traits: ["Observability"])
        ),
        .product(
          name: "Tracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Observability"])
        ),
      ]
    ),
    .testTarget(
      name: "FuturesServiceLifecycleTests",
      dependencies: [
        "Futures", "FuturesServiceLifecycle", "FuturesTesting", "TestSupport", "Workflows",
        .product(
          name: "ServiceLifecycle",
          package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])
        ),
        .product(
          name: "ServiceLifecycleTestKit",
          package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])
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
      dependencies: ["AppLinks", "Futures", "FuturesTesting", "TestSupport", "Workflows"]
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
        "JSONValues", "LoopbackServer", "TestSupport",
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
        "AppLinks", "AppLinksHTTPClient", "AppLinksResolving", "Futures", "LoopbackServer",
        "TestSupport",
        .product(
          name: "AsyncHTTPClient",
          package: "async-http-client",
          condition: .when(traits: ["AsyncHTTPClient"])
        ),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

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
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
