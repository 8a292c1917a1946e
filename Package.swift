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
    .library(name: "BoltsCompat", targets: ["BoltsCompat"]),
  ],
  targets: [
    .target(name: "Futures"),
    .target(name: "FuturesFoundation", dependencies: ["Futures"]),
    .target(name: "FuturesTesting", dependencies: ["Futures"]),
    .target(name: "BoltsCompat", dependencies: ["Futures", "FuturesFoundation"]),
    .target(name: "TestSupport", dependencies: ["Futures"], path: "Tests/TestSupport"),
    .target(name: "LoopbackServer", dependencies: ["Futures"], path: "Tests/LoopbackServer"),
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
      name: "FuturesTestingTests",
      dependencies: ["Futures", "FuturesTesting", "TestSupport"]
    ),
    .testTarget(
      name: "BoltsCompatTests",
      dependencies: [
        "BoltsCompat", "Futures", "FuturesFoundation", "FuturesTesting", "TestSupport",
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
