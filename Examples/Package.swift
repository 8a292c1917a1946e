// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "dupes", targets: ["dupes"])
  ],
  dependencies: [
    .package(name: "tenon", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
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
        .product(name: "Futures", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "DupesKitTests",
      dependencies: [
        "DupesKit",
        "dupes",
        .product(name: "Futures", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
