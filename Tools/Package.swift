// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tools",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "applinks", targets: ["applinks"])
  ],
  dependencies: [
    .package(name: "tenon", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(
      name: "AppLinksTool",
      dependencies: [
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "AppLinksPublishing", package: "tenon"),
        .product(name: "AppLinksResolving", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(name: "applinks", dependencies: ["AppLinksTool"]),
    .testTarget(
      name: "AppLinksToolTests",
      dependencies: [
        "AppLinksTool",
        "applinks",
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "AppLinksResolving", package: "tenon"),
        .product(name: "JSONValues", package: "tenon"),
        .product(name: "Transfers", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
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
