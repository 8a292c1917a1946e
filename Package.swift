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
  ],
  targets: [
    .target(name: "Futures"),
    .target(name: "FuturesFoundation", dependencies: ["Futures"]),
    .target(name: "FuturesTesting", dependencies: ["Futures"]),
    .testTarget(name: "FuturesTests", dependencies: ["Futures", "FuturesTesting"]),
    .testTarget(
      name: "FuturesFoundationTests",
      dependencies: ["FuturesFoundation", "FuturesTesting"]
    ),
    .testTarget(name: "FuturesTestingTests", dependencies: ["Futures", "FuturesTesting"]),
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
