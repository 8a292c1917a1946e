// swift-tools-version: 6.2
import PackageDescription

/// The settings of a new app target.
let app: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A package with all traits by default, which scripts compile once for several packages.
let tenon = Context.environment["TENON_PACKAGE"]
let tenonTraits: Set<Package.Dependency.Trait> = [
  "SQLite",
  .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
  .trait(name: "ServiceLifecycle", condition: .when(traits: ["Page"])),
]

/// A product that only the page of `orders` needs.
func page(_ product: String, of package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Page"]))
}

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "diagrams", targets: ["diagrams"]),
    .executable(name: "dupes", targets: ["dupes"]),
    .executable(name: "feed", targets: ["feed"]),
    .executable(name: "orders", targets: ["orders"]),
    .executable(name: "weather", targets: ["weather"]),
  ],
  // Off by default, so that the other programs resolve no server, and need no libpq.
  traits: [
    .trait(name: "Page", description: "orders: a page of the orders, with Hummingbird."),
    .trait(name: "PostgreSQL", description: "orders: stores on a server, with libpq."),
  ],
  dependencies: [
    .package(name: "tenon", path: tenon ?? "..", traits: tenon == nil ? tenonTraits : [.defaults]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/onevcat/Rainbow", from: "4.2.2"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
  ],
  targets: [
    .target(
      name: "Interruption",
      dependencies: [.product(name: "Futures", package: "tenon")]
    ),
    .target(
      name: "DupesKit",
      dependencies: [
        .product(name: "Futures", package: "tenon"),
        .product(name: "Crypto", package: "swift-crypto"),
      ]
    ),
    .executableTarget(
      name: "dupes",
      dependencies: [
        "DupesKit",
        "Interruption",
        .product(name: "Futures", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "DupesKitTests",
      dependencies: [
        "DupesKit",
        "Interruption",
        "dupes",
        .product(name: "Futures", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .target(
      name: "WeatherCore",
      dependencies: [
        .product(name: "Futures", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "Rainbow", package: "Rainbow"),
        .product(name: "TextTable", package: "TextTable"),
      ]
    ),
    .executableTarget(
      name: "weather",
      dependencies: [
        "Interruption",
        "WeatherCore",
        .product(name: "Futures", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "WeatherCoreTests",
      dependencies: [
        "WeatherCore",
        "weather",
        .product(name: "Futures", package: "tenon"),
        .product(name: "FuturesTesting", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]
    ),
    .executableTarget(
      name: "diagrams",
      dependencies: [
        .product(name: "Futures", package: "tenon"),
        .product(name: "FuturesTesting", package: "tenon"),
      ]
    ),
    .executableTarget(
      name: "feed",
      dependencies: [.product(name: "Futures", package: "tenon")],
      swiftSettings: app
    ),
    .testTarget(
      name: "FeedTests",
      dependencies: [
        "feed",
        .product(name: "Futures", package: "tenon"),
        .product(name: "FuturesTesting", package: "tenon"),
      ],
      swiftSettings: app
    ),
    .target(
      name: "OrdersKit",
      dependencies: [
        .product(name: "Futures", package: "tenon"),
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "DurableWorkflowsPostgreSQL", package: "tenon"),
        .product(name: "DurableWorkflowsSQLite", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
      ],
      swiftSettings: app
    ),
    .target(
      name: "OrdersPage",
      dependencies: [
        "OrdersKit",
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        page("Hummingbird", of: "hummingbird"),
        page("Logging", of: "swift-log"),
      ]
    ),
    .testTarget(
      name: "OrdersPageTests",
      dependencies: [
        "OrdersKit",
        "OrdersPage",
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "DurableWorkflowsTesting", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        page("Hummingbird", of: "hummingbird"),
        page("Logging", of: "swift-log"),
        page("NIOEmbedded", of: "swift-nio"),
      ]
    ),
    .executableTarget(
      name: "orders",
      dependencies: [
        "Interruption",
        "OrdersKit",
        "OrdersPage",
        .product(name: "FuturesServiceLifecycle", package: "tenon"),
        page("Hummingbird", of: "hummingbird"),
        page("Logging", of: "swift-log"),
        page("NIOCore", of: "swift-nio"),
        page("ServiceLifecycle", of: "swift-service-lifecycle"),
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "Futures", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "OrdersKitTests",
      dependencies: [
        "OrdersKit",
        "orders",
        .product(name: "DurableWorkflows", package: "tenon"),
        .product(name: "DurableWorkflowsTesting", package: "tenon"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: app
    ),
  ],
  swiftLanguageModes: [.v6]
)
