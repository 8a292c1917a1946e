// swift-tools-version: 6.2
import PackageDescription

/// The settings of a new app target.
let app: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

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
  dependencies: [
    .package(name: "tenon", path: "..", traits: ["SQLite"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
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
        .product(name: "DurableWorkflowsSQLite", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
      ],
      swiftSettings: app
    ),
    .executableTarget(
      name: "orders",
      dependencies: [
        "Interruption",
        "OrdersKit",
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
