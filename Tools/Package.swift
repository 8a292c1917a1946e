// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tools",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "applinks", targets: ["applinks"])
  ],
  dependencies: [
    .package(name: "tenon", path: "..", traits: ["AsyncHTTPClient"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
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
        .product(name: "TransfersHTTPClient", package: "tenon"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
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
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
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
