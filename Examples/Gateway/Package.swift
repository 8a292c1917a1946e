// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "gateway",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "gateway", targets: ["gateway"])],
  dependencies: [
    .package(
      name: "tenon",
      path: "../..",
      traits: ["Observability", "ServiceLifecycle"]
    ),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "GatewayKit",
      dependencies: [
        .product(name: "Futures", package: "tenon"),
        .product(name: "FuturesObservability", package: "tenon"),
        .product(name: "FuturesServiceLifecycle", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]
    ),
    .executableTarget(
      name: "gateway",
      dependencies: [
        "GatewayKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]
    ),
    .testTarget(
      name: "GatewayTests",
      dependencies: [
        "GatewayKit",
        .product(name: "Futures", package: "tenon"),
        .product(name: "FuturesTesting", package: "tenon"),
        .product(name: "Workflows", package: "tenon"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
